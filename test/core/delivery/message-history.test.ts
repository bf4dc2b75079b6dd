import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../core/delivery/delivery.ts';
import {
  listMessages,
  type MessageFilters,
  type MessageQuery,
  readMessage,
} from '../../../core/delivery/message-history.ts';
import type { MessageRecord } from '../../../core/delivery/message-report.ts';
import { messageUrlUnder } from '../../../core/delivery/message-url.ts';
import type { Routing } from '../../../core/delivery/message.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import type { PageRequest } from '../../../core/directory/page.ts';
import { idOf } from '../../../core/message/ids.ts';
import { ulidTime } from '../../../core/message/ulid.ts';
import { begun } from './change-alert-rig.ts';
import { channel, job, message } from './rig.ts';
import { memoryAlerts } from '../../fakes/alerts.ts';

const begunAlert = begun();

const routed = (changes: Partial<Routing> = {}): Routing => ({
  channelId: 'ch_1',
  kind: 'webhook',
  matched: true,
  reason: '',
  ...changes,
});

function row(changes: Partial<Delivery>): Delivery {
  return { ...job, state: 'queued', attempt: 0, attempts: [], expiresAt: 0, ...changes };
}

async function reportOf(routing: Routing, deliveries: Delivery[] = [], known: Channel | undefined = channel) {
  const record: MessageRecord = { message: { ...message, routing: [routing] }, deliveries };
  const messages = { readMessage: async () => record, listMessages: async () => ({ items: [record] }) };
  const channels = { readChannel: async () => known };
  const report = await readMessage(
    { messages, channels, alerts: memoryAlerts().reader },
    { organizationId: 'org_1', messageId: message.id },
  );
  return report?.deliveries;
}

describe('how a delivery is reported', () => {
  it('is queued before its first attempt', async () => {
    expect(await reportOf(routed())).toMatchObject([{ channelName: 'Receiver', state: 'queued', attempts: [] }]);
  });

  it('says when it goes on, whether it is retried or was put off before its first attempt', async () => {
    const nextAttemptAt = '2026-11-20T10:30:00.000Z';

    expect(await reportOf(routed(), [row({ nextAttemptAt })])).toMatchObject([{ state: 'queued', nextAttemptAt }]);
    expect((await reportOf(routed(), [row({ state: 'delivered' })]))?.[0]).not.toHaveProperty('nextAttemptAt');
  });

  it('names a channel that is no longer there', async () => {
    const deleted = { ...channel, name: '(deleted channel)' };

    expect(await reportOf(routed(), [], deleted)).toMatchObject([{ channelName: '(deleted channel)' }]);
  });

  it('shows what a channel got that matches no longer, and nothing of one that never matched', async () => {
    expect(await reportOf(routed({ matched: false }), [row({ state: 'delivered' })])).toMatchObject([
      { state: 'delivered' },
    ]);
    expect(await reportOf(routed({ matched: false }))).toEqual([]);
  });

  it('says what the receiver answered to the first and to the newest attempt that it did not take', async () => {
    const at = (second: number) => `2026-11-20T10:00:0${second}.000Z`;
    const attempts = [1, 2, 3, 4].map((second) => ({ at: at(second), outcome: 'retry' as const, durationMs: 1 }));
    const answer = (body: string) => ({ status: 500, contentType: '', body });
    const kept = { firstResponse: { at: at(1), ...answer('first') }, lastResponse: { at: at(3), ...answer('last') } };

    const [delivery] = (await reportOf(routed(), [row({ attempts, ...kept })])) ?? [];

    const responses = [answer('first'), undefined, answer('last'), undefined];
    expect(delivery?.attempts.map(({ response }) => response)).toEqual(responses);
  });

  it('is delivered to an open stream and skipped by one that was off', async () => {
    const stream = routed({ kind: 'live-stream' });
    const off = { ...channel, pauses: [{ from: 0 }] };

    expect(await reportOf(stream)).toMatchObject([{ state: 'delivered' }]);
    expect(await reportOf(stream, [], off)).toMatchObject([{ state: 'skipped' }]);
  });
});

describe('the report of a message', () => {
  const channels = { readChannel: async () => undefined };

  it('notes what a delivery had to ignore, by the name of its channel', async () => {
    const record = {
      message: { ...message, routing: [routed()], notes: ['title cut to 200 characters'] },
      deliveries: [row({ notes: ['title template failed: no filter'] })],
    };
    const messages = { readMessage: async () => record, listMessages: async () => ({ items: [record] }) };
    const known = { readChannel: async () => channel };

    const report = await readMessage(
      { messages, channels: known, alerts: memoryAlerts().reader },
      { organizationId: 'org_1', messageId: 'msg_x' },
    );

    expect(report?.message.notes).toEqual([
      'title cut to 200 characters',
      'Receiver: title template failed: no filter',
    ]);
  });

  it('is none when there is no such message', async () => {
    const messages = { readMessage: async () => undefined, listMessages: async () => ({ items: [] }) };

    expect(
      await readMessage(
        { messages, channels, alerts: memoryAlerts().reader },
        { organizationId: 'org_1', messageId: 'msg_x' },
      ),
    ).toBeUndefined();
  });

  it('names channels of a stream that is gone, too', async () => {
    const record = { message: { ...message, routing: [routed({ kind: 'live-stream' })] }, deliveries: [] };
    const messages = { readMessage: async () => record, listMessages: async () => ({ items: [record] }) };

    const page = await listMessages(
      { messages, channels, alerts: memoryAlerts().reader },
      { organizationId: 'org_1', page: { limit: 1 }, filters: {} },
    );

    expect(page.items[0]?.deliveries).toMatchObject([{ channelName: '(deleted channel)', state: 'delivered' }]);
  });
});

describe('a list of messages', () => {
  const channels = { readChannel: async () => undefined };
  const AT = '2024-11-20T10:00:00.000Z';
  const ulid = `${ulidTime(Date.parse(AT))}000000000000000A`;
  const NEXT = idOf('message', ulid);

  async function asked(filters: MessageFilters, next?: string) {
    const queries: MessageQuery[] = [];
    const messages = {
      readMessage: async () => undefined,
      listMessages: async (query: MessageQuery) => {
        queries.push(query);
        return next === undefined ? { items: [] } : { items: [], next };
      },
    };
    const page = await listMessages(
      { messages, channels, alerts: memoryAlerts().reader },
      { organizationId: 'org_1', page: { limit: 1 }, filters },
    );
    return { page, query: queries[0] };
  }

  it('is a search where every message has to be looked at, and says how far that came', async () => {
    for (const filters of [{ text: 'x' }, { tag: 'x' }, { priority: 1 }, { channelId: 'ch_1' }])
      expect((await asked(filters, NEXT)).page).toEqual({ items: [], next: NEXT, searchedTo: AT });
    expect((await asked({ state: 'retrying' })).page).toEqual({ items: [], searchedTo: null });
    expect((await asked({ state: 'failed', text: 'x' })).query).toMatchObject({ onlyFailed: true, isSearch: true });
  });

  it('is none by webhook or failure, which are found without a search', async () => {
    for (const filters of [{}, { webhookId: 'wh_1' }, { state: 'failed' as const }, { from: 1, to: 2 }]) {
      const { page, query } = await asked(filters, NEXT);

      expect(page).toEqual({ items: [], next: NEXT });
      expect(query?.isSearch).toBe(false);
    }
  });

  describe('holds what passes every filter', () => {
    const record: MessageRecord = {
      message: {
        ...message,
        content: { title: 'Disk', message: 'almost full', priority: 3, tags: ['DB', 'prod'] },
        routing: [routed({ channelId: 'ch_failed' }), routed({ channelId: 'ch_done' }), routed({ matched: false })],
      },
      deliveries: [row({ channelId: 'ch_failed', state: 'failed' }), row({ channelId: 'ch_done', state: 'delivered' })],
    };
    const passes = async (filters: MessageFilters, of = record) => {
      const { query } = await asked(filters);
      return query?.accepts(of);
    };

    it.each<[MessageFilters, boolean]>([
      [{}, true],
      [{ text: 'DISK' }, true],
      [{ text: 'Full' }, true],
      [{ text: 'tape' }, false],
      [{ tag: 'db' }, true],
      [{ tag: 'd' }, false],
      [{ priority: 3 }, true],
      [{ priority: 4 }, false],
      [{ channelId: 'ch_done' }, true],
      [{ channelId: 'ch_1' }, false],
      [{ state: 'failed' }, true],
      [{ state: 'retrying' }, false],
      [{ state: 'failed', channelId: 'ch_failed' }, true],
      [{ state: 'failed', channelId: 'ch_done' }, false],
      [{ text: 'disk', tag: 'prod', priority: 1, channelId: 'ch_done', state: 'delivered' }, true],
      [{ text: 'disk', tag: 'test', priority: 1, channelId: 'ch_done', state: 'delivered' }, false],
    ])('%j: %s', async (filters, expected) => {
      expect(await passes(filters)).toBe(expected);
    });

    it('has no message without a priority when one is asked for, and needs no title', async () => {
      const bare = { ...record, message: { ...record.message, content: { message: 'almost full', tags: [] } } };

      expect(await passes({ priority: 1 }, bare)).toBe(false);
      expect(await passes({ text: 'full' }, bare)).toBe(true);
    });
  });

  it('ends where its webhook began, unless it is asked to end before', async () => {
    const began = Date.parse(AT) - 60_000;
    const webhookId = idOf('webhook', ulid);

    expect((await asked({ webhookId })).query?.from).toBe(began);
    expect((await asked({ webhookId, from: began - 1 })).query?.from).toBe(began);
    expect((await asked({ webhookId, from: began + 1 })).query?.from).toBe(began + 1);
    expect((await asked({ webhookId: 'system', from: 5 })).query?.from).toBe(5);
    expect((await asked({ from: 5 })).query?.from).toBe(5);
  });
});

describe('the address of a message', () => {
  it('lies under the base URL', () => {
    expect(messageUrlUnder('https://notify.example')('msg_1')).toContain('https://notify.example');
  });
});

describe('the messages of an alert', () => {
  const ids = [1, 2, 3, 4].map((hour) => idOf('message', `${ulidTime(Date.UTC(2026, 10, 20, hour))}${'0'.repeat(16)}`));
  const [first = '', second = '', third = '', last = ''] = ids;
  const hourOf = (hour: number) => Date.UTC(2026, 10, 20, hour);

  function world() {
    const memory = memoryAlerts();
    const alert = { ...begunAlert, id: 'al_1' };
    memory.heads.put(alert);
    for (const messageId of ids) memory.members.push({ alertId: alert.id, messageId, said: 'firing' });
    const read: string[] = [];
    const readMessage = async (_: string, id: string): Promise<MessageRecord | undefined> => {
      read.push(id);
      if (id === third) return undefined;
      const receivedAt = new Date(hourOf(ids.indexOf(id) + 1)).toISOString();
      return { message: { ...message, id, receivedAt }, deliveries: [] };
    };
    const messages = { readMessage, listMessages: async () => ({ items: [] }) };
    const ports = { messages, channels: { readChannel: async () => undefined }, alerts: memory.reader };
    return async (filters: MessageFilters, page: PageRequest = { limit: 2 }) => {
      read.length = 0;
      const { items, ...rest } = await listMessages(ports, { organizationId: 'org_1', page, filters });
      return {
        ids: items.map((report) => report.message.id),
        next: rest.next,
        searchedTo: rest.searchedTo,
        read: [...read],
      };
    };
  }

  it('fill their pages, whatever was deleted or is of another time', async () => {
    const list = world();

    expect(await list({ alertId: 'al_1' })).toMatchObject({ ids: [last, ids[1]], next: ids[1] });
    expect(await list({ alertId: 'al_1', to: hourOf(1) })).toMatchObject({ ids: [first], next: undefined });
    expect(await list({ alertId: 'al_1', from: hourOf(4) })).toMatchObject({ ids: [last], next: undefined });
  });

  it('are searched a page at a time, and the answer says how far it got', async () => {
    const list = world();

    const found = await list({ alertId: 'al_1', text: 'in none of them' });

    const searched = { ids: [], next: third, searchedTo: new Date(hourOf(3)).toISOString(), read: [last, third] };
    expect(found).toEqual(searched);
    expect(await list({ alertId: 'al_1', state: 'failed' })).toEqual(searched);
  });

  it('are read only where they may be of the time that is asked for', async () => {
    const list = world();

    const youngest = await list({ alertId: 'al_1', from: hourOf(4) }, { limit: 1 });
    const oldest = await list({ alertId: 'al_1', to: hourOf(1) });
    const between = await list({ alertId: 'al_1', from: hourOf(2), to: hourOf(2) }, { limit: 1 });
    const rest = await list({ alertId: 'al_1', from: hourOf(2), to: hourOf(3) }, { limit: 1, after: second });

    expect([youngest.read, oldest.read, between.read, rest.read]).toEqual([[last], [first], [ids[1]], [first]]);
    expect([youngest.ids, oldest.ids, between.ids, rest.ids]).toEqual([[last], [first], [ids[1]], []]);
  });

  it('are none for an alert that is not there, or not of the webhook', async () => {
    const list = world();

    expect(await list({ alertId: 'al_2' })).toMatchObject({ ids: [] });
    expect(await list({ alertId: 'al_1', webhookId: 'wh_other' })).toMatchObject({ ids: [] });
    expect((await list({ alertId: 'al_1', webhookId: begunAlert.webhookId })).ids).toHaveLength(2);
  });
});
