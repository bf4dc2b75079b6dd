import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { ShownMessage } from './shown-message.ts';
import { type Stack, startStack } from './stack.ts';
import { webhookRig } from './webhook-rig.ts';

const Alert = z.looseObject({
  id: z.string(),
  status: z.string(),
  episode: z.number(),
  count: z.number(),
  message: z.string(),
  maxPriority: z.number().optional(),
  channels: z.array(z.looseObject({ channelId: z.string(), kind: z.string(), state: z.string() })),
});
const AlertPage = z.object({ items: z.array(Alert.omit({ channels: true })), nextCursor: z.string().nullable() });

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

async function rig(lifecycle: object = { key: '{{ disk }}', status: '{{ state }}' }) {
  const { webhook, send, linked } = await webhookRig(api, receiver, { name: 'Monitoring', lifecycle });
  const chat = await linked('mattermost', '/chat');
  const machine = await linked('webhook', '/machine');
  const settled = async (id: string) =>
    eventually(async () => {
      const message = ShownMessage.parse(await (await api.call('GET', `${api.path}/messages/${id}`)).json());
      const isOver = message.deliveries.every(({ state }) => ['delivered', 'skipped', 'failed'].includes(state));
      return isOver ? message : undefined;
    });
  const alerts = async (query = '') =>
    AlertPage.parse(await (await api.call('GET', `${api.path}/alerts?webhookId=${webhook.id}${query}`)).json()).items;
  const alert = async (id: string) => Alert.parse(await (await api.call('GET', `${api.path}/alerts/${id}`)).json());
  return { webhook, chat, machine, send, settled, alerts, alert };
}

describe('an alert on the running stack', () => {
  it('is told to people when it begins, gets louder and ends, and to machines each time', async () => {
    const { chat, machine, send, settled, alerts, alert } = await rig();
    const states = async (id: string) => {
      const { deliveries } = await settled(id);
      const of = (channelId: string) => deliveries.find((row) => row.channelId === channelId);
      return { chat: of(chat.id)?.state, machine: of(machine.id)?.state };
    };

    const first = await states(await send({ disk: 'db-1', message: 'Disk 90 %', priority: 3 }));
    const again = await states(await send({ disk: 'db-1', message: 'Disk 91 %', priority: 3 }));
    const louder = await states(await send({ disk: 'db-1', message: 'Disk 99 %', priority: 5 }));
    const [open] = await alerts('&status=open');
    const shown = await alert(open?.id ?? '');
    const end = await states(await send({ disk: 'db-1', state: 'ok', message: 'Disk 10 %' }));
    const nothing = await settled(await send({ disk: 'db-1', state: 'ok', message: 'Disk 9 %' }));

    expect([first, again, louder, end]).toEqual([
      { chat: 'delivered', machine: 'delivered' },
      { chat: 'skipped', machine: 'delivered' },
      { chat: 'delivered', machine: 'delivered' },
      { chat: 'delivered', machine: 'delivered' },
    ]);
    expect(open).toMatchObject({ status: 'firing', count: 3, episode: 1, message: 'Disk 99 %', maxPriority: 5 });
    expect(shown.channels).toHaveLength(2);
    expect(await alerts('&status=resolved')).toMatchObject([{ id: open?.id, message: 'Disk 99 %' }]);
    expect(nothing.deliveries).toEqual([]);
    expect(receiver.received.filter(({ path }) => path === '/chat')).toHaveLength(3);
    const marks = receiver.received.filter(({ path }) => path === '/machine').map(({ text }) => JSON.parse(text).alert);
    expect(marks.map(({ status, count }) => [status, count])).toEqual([
      ['firing', 1],
      ['firing', 2],
      ['firing', 3],
      ['resolved', 3],
    ]);
  });

  it('is one alert with the right count when fifty senders race, and is taken and ended by hand', async () => {
    const { send, alerts, alert } = await rig();

    await Promise.all(Array.from({ length: 50 }, async () => send({ disk: 'db-2', message: 'Disk full' })));
    const found = await alerts();
    const id = found[0]?.id ?? '';
    const taken = await api.call('POST', `${api.path}/alerts/${id}/acknowledge`, { seconds: 3600 });
    const resolved = await api.call('POST', `${api.path}/alerts/${id}/resolve`);
    const again = await api.call('POST', `${api.path}/alerts/${id}/resolve`);
    const told = await eventually(async () => {
      const { items } = await api.messages(`?alertId=${id}`);
      return items.length === 50 || items.some(({ message }) => message.startsWith('Resolved by')) ? items : undefined;
    });

    expect(found.map(({ count }) => count)).toEqual([50]);
    expect([taken.status, resolved.status, again.status]).toEqual([200, 200, 200]);
    expect(await alert(id)).toMatchObject({ status: 'resolved', count: 50, message: 'Disk full' });
    expect(told[0]?.message).toMatch(/^Resolved by/);
  });

  it('is over when its webhook loses its lifecycle', async () => {
    const { webhook, send, alerts } = await rig();
    await send({ disk: 'db-3', message: 'Disk full' });

    await api.patchWebhook(webhook.id, { lifecycle: null });

    const ended = await eventually(async () => {
      const found = await alerts();
      return found.every(({ status }) => status === 'resolved') ? found : undefined;
    });
    expect(ended).toMatchObject([{ status: 'resolved', resolved: { by: { type: 'system' } } }]);
    // The alert is over a moment before the message that says so is stored.
    const messages = await eventually(async () => {
      const { items } = await api.messages(`?webhookId=${webhook.id}`);
      return items.length > 1 ? items : undefined;
    });
    expect(messages).toHaveLength(2);
  });
});
