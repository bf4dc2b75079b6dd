import type { Alert } from '../../core/alert/alert.ts';
import type { changeAlert, ChangeAlertPorts } from '../../core/delivery/change-alert.ts';
import type { Deps } from './deps.ts';

/** The part of the API's dependencies that changes of alerts need. */
type AlertDeps = Pick<Deps, 'heads' | 'alerts' | 'outbox' | 'jobs' | 'backoff' | 'now' | 'newUlid'> & {
  readonly store: ChangeAlertPorts['webhooks'];
  readonly messages: Pick<Deps['messages'], 'readMessage'>;
};

/** What changing alerts takes of the API's dependencies. */
export function alertPorts(deps: AlertDeps): Parameters<typeof changeAlert>[0] & OpenAlerts {
  const { heads, alerts, store, messages, outbox, jobs, backoff } = deps;
  const now = () => deps.now();
  const newUlid = () => deps.newUlid();
  const pause: ChangeAlertPorts['pause'] = (tries) => backoff.pause(tries);
  const readMessage: ChangeAlertPorts['messages']['readMessage'] = async (...at) =>
    (await messages.readMessage(...at))?.message;
  const ports = { heads, alerts, webhooks: store, messages: { readMessage }, outbox, jobs, now, newUlid, pause };
  return { ...ports, openOf: openAlertsOf(deps) };
}

interface OpenAlerts {
  readonly openOf: (organizationId: string, webhookId: string) => AsyncIterable<Alert>;
}

const openAlertsOf = ({ alerts }: AlertDeps): OpenAlerts['openOf'] =>
  async function* openOf(organizationId, webhookId) {
    const accepts = (alert: Alert) => alert.webhookId === webhookId && alert.status !== 'resolved';
    let after: string | undefined;
    do {
      const page = { limit: 100, ...(after === undefined ? {} : { after }) };
      const { items, next } = await alerts.list({ organizationId, page, accepts });
      yield* items;
      after = next;
    } while (after !== undefined);
  };
