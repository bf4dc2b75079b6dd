import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Sequence, sequences, type Step } from './alert-sequences.ts';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';
import { webhookRig } from './webhook-rig.ts';

const Done = z.object({ by: z.looseObject({ type: z.string() }) });
const Alerts = z.object({
  items: z.array(
    z.looseObject({
      id: z.string(),
      key: z.string(),
      status: z.string(),
      count: z.number(),
      episode: z.number(),
      acknowledged: Done.nullable(),
      resolved: Done.nullable(),
    }),
  ),
});

let stack: Stack;
let receiver: Receiver;
let api: ManagementApi;

beforeAll(async () => {
  [stack, receiver] = await Promise.all([startStack({ OUTBOUND_ALLOWED_CIDRS: '127.0.0.1/32' }), startReceiver()]);
  api = managementApi(stack);
});
afterAll(async () => {
  await stack.stop();
  await receiver.stop();
});

/** A webhook with the preset and nothing but the preset, and a chat that is told of beginning and end. */
async function rig(preset: string) {
  const path = `/${preset}`;
  const { webhook, send: post, linked } = await webhookRig(api, receiver, { name: preset, preset, lifecycle: {} });
  await linked('mattermost', path);
  const alerts = async () =>
    Alerts.parse(await (await api.call('GET', `${api.path}/alerts?webhookId=${webhook.id}`)).json()).items;
  /** Everything that was said so far has reached the chat, or was found not to be for it. */
  const told = () =>
    eventually(async () => {
      const { items } = await api.messages(`?webhookId=${webhook.id}`);
      const all = await Promise.all(items.map(({ id }) => api.message(id)));
      const states = all.flatMap(({ deliveries }) => deliveries.map(({ state }) => state));
      return states.every((state) => state === 'delivered' || state === 'skipped') ? all : undefined;
    });
  const posts = () => receiver.received.filter((request) => request.path === path).map(({ text }) => text);
  return { alerts, post, told, posts };
}

async function take(step: Step, { alerts, post, told }: Awaited<ReturnType<typeof rig>>) {
  if ('byHand' in step) await api.call('POST', `${api.path}/alerts/${(await alerts())[0]?.id}/${step.byHand}`);
  else await post(step.body, step.headers);
  await told();
  const [newest] = await alerts();
  const by = (newest?.resolved ?? newest?.acknowledged)?.by.type;
  return { key: newest?.key, status: newest?.status, count: newest?.count, episode: newest?.episode, by };
}

async function replay({ preset, steps }: Sequence) {
  const on = await rig(preset);
  const stood = [];
  for (const step of steps) stood.push({ what: step.what, ...(await take(step, on)) });
  return { stood, posts: on.posts(), episodes: (await on.alerts()).length };
}

describe('what senders say of one thing, from its beginning to its end', () => {
  it.each(sequences)('is one alert at a time: $preset', async (sequence) => {
    const { stood, posts, episodes } = await replay(sequence);

    let episode = 1;
    const expected = sequence.steps.map(({ what, leaves }) => {
      episode = leaves.episode ?? episode;
      return { what, key: sequence.key, by: undefined, ...leaves, episode };
    });
    expect(stood).toEqual(expected);
    expect(episodes).toBe(episode);
    expect(posts).toEqual(sequence.posts.map((post) => expect.stringMatching(post)));
  });
});

describe('what cannot change an alert', () => {
  it('is a message of SNS whose signature could not be checked', async () => {
    const { alerts, post, told } = await rig('aws-sns');
    const Message = JSON.stringify({ AlarmName: 'cpu', AlarmArn: 'arn:aws:cloudwatch:x', NewStateValue: 'ALARM' });

    await post({
      Type: 'Notification',
      MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
      TopicArn: 'arn:aws:sns:eu-central-1:123456789012:alarms',
      Message,
      Timestamp: '2026-11-20T09:00:00.000Z',
      SignatureVersion: '1',
      SigningCertURL: 'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
      Signature: 'CRSgPjjin8Xms5wo3F2jV4zrX6HvKxHUUgfkPh6==',
    });

    expect((await told())?.map(({ title }) => title)).toEqual([expect.stringMatching(/^Unverified: /)]);
    expect(await alerts()).toEqual([]);
  });

  it('is a warning of Uptime Kuma that is about no heartbeat, and an end that nothing began', async () => {
    const { alerts, post, told } = await rig('uptime-kuma');
    const monitor = { id: 8, name: 'Shop' };

    await post({ heartbeat: null, monitor, msg: 'Certificate of shop.example expires in 7 days' });
    await post({ heartbeat: { monitorID: 8, status: 1, msg: '200 - OK' }, monitor, msg: '[Shop] Up' });

    const [up, warning] = (await told()) ?? [];
    expect(warning?.deliveries.map(({ state }) => state)).toEqual(['delivered']);
    expect(up?.routing).toMatchObject([{ matched: false, reason: 'nothing to resolve' }]);
    expect(await alerts()).toEqual([]);
  });
});
