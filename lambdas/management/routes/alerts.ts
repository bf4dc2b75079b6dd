import { z } from '@hono/zod-openapi';
import type { Alert } from '../../../core/alert/alert.ts';
import {
  type AlertHistoryPorts,
  type AlertReport,
  listAlerts,
  readAlert,
  withChannels,
} from '../../../core/delivery/alert-history.ts';
import { changeAlert, type ChangeAlertPorts, type OwnChange } from '../../../core/delivery/change-alert.ts';
import { type Act, entryOf } from '../../../core/directory/audit.ts';
import { alertActors, alertStatuses } from '../../../core/message/alert-mark.ts';
import { contentFields } from '../content-fields.ts';
import { listOf, listView, pageOf, pageQuery } from '../cursor.ts';
import type { Deps } from '../deps.ts';
import { Id, Moment, Name, OrganizationPath, Time } from '../fields.ts';
import { notFoundReply, refused, type Reply, shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';
import { byOf } from './actor-by.ts';
import { KindField } from './channel-view.ts';

const By = z.object({ type: z.enum(alertActors), id: z.string().optional(), name: z.string().optional() });

const StatusField = z.enum(alertStatuses);

/** An alert in a list (contract section 7). */
const AlertSummary = z
  .object({
    id: Id,
    webhookId: Id,
    webhookName: Name,
    key: z.string().meta({ description: 'What its messages are about, as their sender names it.' }),
    status: StatusField,
    episode: z.int().meta({ description: 'Counts the alerts of this key, from 1.' }),
    ...contentFields,
    priority: z.int().optional(),
    maxPriority: z.int().optional(),
    count: z.int().meta({ description: 'Messages that said it fires.' }),
    firstAt: Time,
    lastAt: Time,
    acknowledged: z.object({ at: Time, by: By, until: Time.optional() }).nullable(),
    resolved: z.object({ at: Time, by: By }).nullable(),
  })
  .meta({ id: 'AlertSummary' });

/** A whole alert. */
const AlertView = AlertSummary.extend({
  channels: z
    .array(
      z.object({ channelId: Id, channelName: Name, kind: KindField, state: z.enum(['shown', 'pending', 'failed']) }),
    )
    .meta({ description: 'The channels that show it.' }),
}).meta({ id: 'Alert' });

const AlertQuery = z.strictObject({
  ...pageQuery('alert'),
  status: z
    .enum([...alertStatuses, 'open'])
    .optional()
    .meta({ description: '`open`: firing or acknowledged.' }),
  webhookId: Id.optional(),
  from: Moment.optional().meta({ description: 'Began at or after this time.' }),
  to: Moment.optional().meta({ description: 'Began at or before this time.' }),
});

const AcknowledgeBody = z.strictObject({
  seconds: z.int().min(60).max(604_800).optional().meta({ description: 'After so long it fires again.' }),
});

const AlertPath = OrganizationPath.extend({ alertId: Id });
const collection = '/organizations/{organizationId}/alerts';
const single = `${collection}/{alertId}`;
const facts = { tag: 'Alerts', access: 'member', method: 'get' } as const;
const changing = { tag: 'Alerts', access: 'admin', method: 'post' } as const;

const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString();

function summaryOf({ alert, content }: AlertReport) {
  const { id, webhookId, webhookName, key, status, episode, maxPriority, count, firstAt, lastAt } = alert;
  const { acknowledged, resolved } = alert;
  return {
    id,
    webhookId,
    webhookName,
    key,
    status,
    episode,
    ...content,
    ...(maxPriority === 0 ? {} : { maxPriority }),
    count,
    firstAt: timeOf(firstAt),
    lastAt: timeOf(lastAt),
    acknowledged: acknowledged === undefined ? null : acknowledgedView(acknowledged),
    resolved: resolved === undefined ? null : { at: timeOf(resolved.at), by: resolved.by },
  };
}

function acknowledgedView({ at, by, until }: NonNullable<Alert['acknowledged']>) {
  return { at: timeOf(at), by, ...(until === undefined ? {} : { until: timeOf(until) }) };
}

const historyPorts = (deps: Deps): AlertHistoryPorts => {
  const { alerts, messages, store } = deps;
  return { alerts, messages, channels: store, now: () => deps.now() };
};

/** What changing alerts takes of the API's dependencies. */
function alertPorts(deps: Deps): ChangeAlertPorts {
  const { heads, alerts, store, messages, outbox, jobs, backoff } = deps;
  const now = () => deps.now();
  const newUlid = () => deps.newUlid();
  const pause: ChangeAlertPorts['pause'] = (tries) => backoff.pause(tries);
  const readMessage: ChangeAlertPorts['messages']['readMessage'] = async (...at) =>
    (await messages.readMessage(...at))?.message;
  return { heads, alerts, webhooks: store, messages: { readMessage }, outbox, jobs, now, newUlid, pause };
}

/** Changes an alert by hand; notes it in the audit log unless it is so already. */
async function changed(
  deps: Deps,
  { organizationId, alertId }: { readonly organizationId: string; readonly alertId: string },
  own: Omit<OwnChange, 'by'> & { readonly act: Act },
): Promise<Reply> {
  const { act, ...wanted } = own;
  const before = await deps.alerts.read(organizationId, alertId);
  if (before === undefined) return notFoundReply;
  const after = await changeAlert(alertPorts(deps), before, { ...wanted, by: byOf(act) });
  if (after === undefined) return refused({ kind: 'busy' });
  if (after.newestAt !== before.newestAt || after.status !== before.status) {
    const views = { before: { status: before.status }, after: { status: after.status } };
    await deps.store.appendAudit(entryOf(deps, act, { organizationId, target: alertId, ...views }));
  }
  const report = await withChannels(historyPorts(deps), after);
  return shown({ ...summaryOf(report), channels: report.channels });
}

const list = (deps: Deps) =>
  defineRoute({
    ...facts,
    path: collection,
    summary: 'List alerts, those that began last first; a page may hold few or none and still have a next one',
    request: z.object({ params: OrganizationPath, query: AlertQuery }),
    answer: { status: 200, schema: listOf(AlertSummary) },
    handle: async ({ params, query }) => {
      const { status, webhookId, from, to } = query;
      const filters = { status, webhookId, from, to };
      const page = await listAlerts(historyPorts(deps), { ...params, page: pageOf(query), filters });
      return shown(listView(page, summaryOf));
    },
  });

const read = (deps: Deps) =>
  defineRoute({
    ...facts,
    path: single,
    summary: 'One alert, with the channels that show it',
    request: z.object({ params: AlertPath }),
    answer: { status: 200, schema: AlertView },
    handle: async ({ params }) => {
      const report = await readAlert(historyPorts(deps), params);
      return report === undefined ? notFoundReply : shown({ ...summaryOf(report), channels: report.channels });
    },
  });

const acknowledge = (deps: Deps) =>
  defineRoute({
    ...changing,
    path: `${single}/acknowledge`,
    audit: 'alert.acknowledged',
    summary: 'Say that somebody has it, for some time or until it is resolved',
    request: z.object({ params: AlertPath, body: AcknowledgeBody.optional() }),
    answer: { status: 200, schema: AlertView },
    handle: async ({ params, body }, { act }) => {
      const seconds = body?.seconds;
      const until = seconds === undefined ? undefined : deps.now() + seconds * 1000;
      return changed(deps, params, { status: 'acknowledged', until, act });
    },
  });

const resolve = (deps: Deps) =>
  defineRoute({
    ...changing,
    path: `${single}/resolve`,
    audit: 'alert.resolved',
    summary: 'Say that it is over; the next message that fires begins another one',
    request: z.object({ params: AlertPath }),
    answer: { status: 200, schema: AlertView },
    handle: async ({ params }, { act }) => changed(deps, params, { status: 'resolved', act }),
  });

/** Alerts: what several messages say of one thing. */
export function alertRoutes(deps: Deps): Route[] {
  return [list, read, acknowledge, resolve].map((route) => route(deps));
}
