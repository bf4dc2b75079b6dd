import { z } from '@hono/zod-openapi';
import { alertActors } from '../../../core/message/alert-mark.ts';
import { statusAt } from '../../../core/ask/ask-store.ts';
import { standingOf } from '../../../core/ask/ask-view.ts';
import { type Ask, askStatuses, optionStyles } from '../../../core/ask/ask.ts';
import { hasApprovers, MAX_ANSWER_CHARACTERS, mayDecide, readChoice } from '../../../core/ask/decide.ts';
import { answerAsk, type EndAskPorts, readAsk, settled } from '../../../core/ask/end-ask.ts';
import { type Act, entryOf } from '../../../core/directory/audit.ts';
import { type Caller, roleIn } from '../../../core/directory/caller.ts';
import { roleAllows } from '../../../core/directory/organization.ts';
import { isId } from '../../../core/message/ids.ts';
import { contentFields } from '../content-fields.ts';
import { listOf, listView, pageOf, pageQuery } from '../cursor.ts';
import type { Deps } from '../deps.ts';
import { Id, Name, OrganizationPath, Time } from '../fields.ts';
import { failed, notFoundReply, type Reply, shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';
import { byOf } from './actor-by.ts';

const StatusField = z.enum(askStatuses);

const By = z.object({ type: z.enum(alertActors), id: z.string().optional(), name: z.string().optional() });

/** How an ask stands, as its sender is told, too (contract section 8). */
export const askStanding = {
  askId: Id,
  messageId: Id,
  status: StatusField,
  answer: z
    .object({
      option: z.string().nullable().meta({ description: 'null: it was answered in words alone.' }),
      text: z.string().optional(),
      by: By,
      channelId: Id.nullable().meta({ description: 'Where it was answered; null: in no channel.' }),
      at: Time,
    })
    .nullable(),
  expiresAt: Time,
};

/** What one may choose. */
export const OptionView = z.object({ id: z.string(), label: z.string(), style: z.enum(optionStyles).optional() });

const AskView = z
  .object({
    id: Id.meta({ description: 'The same as `askId`.' }),
    ...askStanding,
    webhookId: Id,
    webhookName: Name,
    ...contentFields,
    options: z.array(OptionView),
    text: z.boolean().meta({ description: 'Whether words may be added, or given instead of an option.' }),
    onExpiry: z.string().nullable().meta({ description: 'The option that is chosen when nobody answers in time.' }),
    approvers: z.array(z.string()).meta({ description: 'Only these decide; empty: everybody who may answer.' }),
    createdAt: Time,
  })
  .meta({ id: 'Ask' });

const AskOver = AskView.extend({ error: z.string() }).meta({ id: 'AskOver' });

const AskQuery = z.strictObject({ ...pageQuery('ask'), status: StatusField.optional() });

const AnswerBody = z.strictObject({
  option: z.string().nullable().optional().meta({ description: 'The id of the option.' }),
  text: z.string().max(MAX_ANSWER_CHARACTERS).optional().meta({ description: 'Only where the ask takes text.' }),
});

const AskPath = OrganizationPath.extend({ askId: Id });
const collection = '/organizations/{organizationId}/asks';
const single = `${collection}/{askId}`;
const facts = { tag: 'Asks', access: 'member' } as const;

function askView(ask: Ask, now: number) {
  const { webhookId, webhookName, content, options, text, onExpiry, approvers, createdAt } = ask;
  return {
    id: ask.id,
    ...standingOf({ ...ask, status: statusAt(ask, now) }),
    webhookId,
    webhookName,
    ...content,
    options,
    text,
    onExpiry: onExpiry ?? null,
    approvers,
    createdAt: new Date(createdAt).toISOString(),
  };
}

const portsOf = (deps: Deps): EndAskPorts => ({ asks: deps.asks, tell: deps.tellAsk, now: () => deps.now() });

interface Wanted {
  readonly organizationId: string;
  readonly askId: string;
}

async function find(deps: Deps, { organizationId, askId }: Wanted): Promise<Ask | undefined> {
  const ask = isId('ask', askId) ? await readAsk(portsOf(deps), askId) : undefined;
  return ask?.organizationId === organizationId ? ask : undefined;
}

/** Why a caller may not answer an ask; `undefined`: they may. */
function refusalOf(ask: Ask, caller: Caller): Reply | undefined {
  const { user } = caller;
  if (user === undefined && hasApprovers(ask)) return failed(403, 'Only a person can answer this');
  const role = roleIn(caller, ask.organizationId);
  if (user === undefined && (role === undefined || !roleAllows(role, 'admin'))) {
    return failed(403, 'This needs the role admin');
  }
  return mayDecide(ask, user?.email) ? undefined : failed(403, 'Only its approvers can answer this');
}

const over = (ask: Ask, now: number): Reply => ({
  status: 409,
  text: JSON.stringify({ error: 'The ask has ended', ...askView(ask, now) }),
});

const list = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'get',
    path: collection,
    summary: 'List what senders ask, newest first; a page may hold few or none and still have a next one',
    request: z.object({ params: OrganizationPath, query: AskQuery }),
    answer: { status: 200, schema: listOf(AskView) },
    handle: async ({ params, query }) => {
      const now = deps.now();
      const page = await deps.asks.list({ ...params, page: pageOf(query), status: query.status, now });
      const items = await Promise.all(page.items.map(async (ask) => settled(portsOf(deps), ask)));
      return shown(listView({ ...page, items }, (ask) => askView(ask, now)));
    },
  });

const read = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'get',
    path: single,
    summary: 'One ask',
    request: z.object({ params: AskPath }),
    answer: { status: 200, schema: AskView },
    handle: async ({ params }) => {
      const ask = await find(deps, params);
      return ask === undefined ? notFoundReply : shown(askView(ask, deps.now()));
    },
  });

interface AnswerRequest extends Wanted {
  readonly body: z.output<typeof AnswerBody>;
  readonly caller: Caller;
  readonly act: Act;
}

async function answer(deps: Deps, { body, caller, act, ...wanted }: AnswerRequest): Promise<Reply> {
  const ask = await find(deps, wanted);
  if (ask === undefined) return notFoundReply;
  const refusal = refusalOf(ask, caller);
  if (refusal !== undefined) return refusal;
  const choice = readChoice(ask, body);
  if (choice.kind === 'invalid') return failed(400, 'Invalid request', choice.issues);
  const result = await answerAsk(portsOf(deps), ask, { ...choice.choice, by: byOf(act), channelId: null });
  if (result.kind === 'over') return over(result.ask, deps.now());
  const views = { before: { status: 'pending' }, after: { status: 'answered', option: choice.choice.option } };
  const { organizationId } = ask;
  await deps.store.appendAudit(entryOf(deps, act, { organizationId, target: ask.id, ...views }));
  return shown(askView(result.ask, deps.now()));
}

const post = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'post',
    path: `${single}/answer`,
    audit: 'ask.answered',
    summary: 'Answer an ask: people of any role, tokens of admins and owners; 409 with the ask once it has ended',
    request: z.object({ params: AskPath, body: AnswerBody }),
    answer: { status: 200, schema: AskView },
    over: AskOver,
    handle: async ({ params, body }, { caller, act }) => answer(deps, { ...params, body, caller, act }),
  });

/** What senders ask of people, and the answers. */
export function askRoutes(deps: Deps): Route[] {
  return [list, read, post].map((route) => route(deps));
}
