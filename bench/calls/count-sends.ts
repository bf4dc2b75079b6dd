import { type ManagementApi, managementApi } from '../../test/integration/api.ts';
import type { Receiver } from '../../test/integration/receiver.ts';
import type { Stack } from '../../test/integration/stack.ts';
import { eventually } from '../../test/integration/eventually.ts';
import { bodyOf } from '../send-event.ts';
import { type Meter, readMeters, resetMeters } from './meters.ts';
import type { Scenario } from './scenario.ts';

/** A running stack, and what its webhook channels post to. */
export interface Surroundings {
  readonly stack: Stack;
  readonly receiver: Receiver;
}

/** Who makes a call: the function behind its name in the templates. */
export type Role = 'ingest' | 'deliver-http' | 'deliver-aws';

/** Calls of one kind for one notification, on average. */
export interface CallsPerSend extends Omit<Meter, 'caller'> {
  readonly role: Role;
}

/**
 * Sends `count` notifications of a kind one after the other through the base URL, waits until all are delivered, and
 * gives the calls that were made for them. What functions do once, such as opening a data key, was done before.
 */
export async function countSends(where: Surroundings, scenario: Scenario, count: number): Promise<CallsPerSend[]> {
  const { stack } = where;
  const endpointUrl = await webhookFor(where, scenario);
  await sendAndWait(where, { endpointUrl, scenario, count: 2 });
  await resetMeters(stack);
  await sendAndWait(where, { endpointUrl, scenario, count });
  const meters = await readMeters(stack);
  return meters.flatMap(({ caller, ...meter }) => {
    const role = roleOf(caller);
    return role === undefined ? [] : [{ role, ...perSend(meter, count) }];
  });
}

/** A webhook with the scenario's channels. @returns the address to send to */
async function webhookFor(
  { stack, receiver }: Surroundings,
  { channels, templates, lifecycle, name }: Scenario,
): Promise<string> {
  const api = managementApi(stack);
  const webhook = await api.createWebhook({
    name,
    ...(templates === true
      ? { templates: { title: '{{ title }}!', message: '{{ message }} in {{ data.environment }}' } }
      : {}),
    ...(lifecycle === true ? { lifecycle: { key: 'disk' } } : {}),
  });
  for (let n = 0; n < (channels.http ?? 0); n += 1)
    await linkNew(api, webhook.id, { kind: 'webhook', config: { url: `${receiver.url}/${n}` } });
  for (let n = 0; n < (channels.sns ?? 0); n += 1)
    await linkNew(api, webhook.id, {
      kind: 'sns',
      config: { topicArn: `arn:aws:sns:us-east-1:000000000000:bench-${n}` },
    });
  for (let n = 0; n < (channels.live ?? 0); n += 1) await linkNew(api, webhook.id, { kind: 'live-stream', config: {} });
  return webhook.endpointUrl;
}

async function linkNew(api: ManagementApi, webhookId: string, channel: object): Promise<void> {
  const { id } = await api.createChannel({ name: 'Bench', ...channel });
  await api.link(webhookId, id);
}

interface Sending {
  readonly endpointUrl: string;
  readonly scenario: Scenario;
  readonly count: number;
}

async function sendAndWait({ stack }: Surroundings, { endpointUrl, scenario, count }: Sending): Promise<void> {
  const api = managementApi(stack);
  const body = bodyOf(scenario.bodyBytes);
  const headers = { 'content-type': 'application/json' };
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const response = await fetch(endpointUrl, { method: 'POST', headers, body });
    const { messageId }: { messageId?: string } = JSON.parse(await response.text());
    if (messageId === undefined) throw new Error(`A send was answered ${response.status}.`);
    ids.push(messageId);
  }
  for (const id of ids) await eventually(async () => isDelivered(api, id), 60_000);
}

async function isDelivered(api: ManagementApi, id: string): Promise<true | undefined> {
  const { deliveries } = await api.message(id);
  return deliveries.every(({ state }) => state === 'delivered') ? true : undefined;
}

function perSend(
  { calls, errors, requestBytes, responseBytes, capacityUnits, ...kind }: Omit<Meter, 'caller'>,
  count: number,
) {
  return {
    ...kind,
    calls: calls / count,
    errors: errors / count,
    requestBytes: requestBytes / count,
    responseBytes: responseBytes / count,
    capacityUnits: capacityUnits / count,
  };
}

const roles: readonly (readonly [RegExp, Role])[] = [
  [/IngestFunction/, 'ingest'],
  [/DeliverHttpFunction/, 'deliver-http'],
  [/DeliverAwsFunction/, 'deliver-aws'],
];

const roleOf = (caller: string): Role | undefined => roles.find(([pattern]) => pattern.test(caller))?.[1];
