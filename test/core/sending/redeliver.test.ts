import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../core/delivery/delivery.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import type { Message, Routing } from '../../../core/delivery/message.ts';
import type { AuditEntry } from '../../../core/directory/audit-entry.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import type { Link } from '../../../core/directory/link.ts';
import type { Webhook } from '../../../core/directory/webhook.ts';
import type { LiveNotification } from '../../../core/live/live-event.ts';
import { type RedeliverPorts, replayMessage, retryDelivery } from '../../../core/sending/redeliver.ts';
import { act } from '../../fakes/audit.ts';
import { memoryDeliveries } from '../../fakes/deliveries.ts';
import { channel, job, message as stored, NOW } from '../delivery/rig.ts';

const matched = (channelId: string, kind: Routing['kind'] = 'webhook'): Routing => ({
  channelId,
  kind,
  matched: true,
  reason: 'no filter: everything matches',
});
const link = (channelId: string, changes: Partial<Link> = {}): Link => ({
  channelId,
  kind: 'webhook',
  enabled: true,
  filter: null,
  ...changes,
});

interface Options {
  readonly message?: Partial<Message>;
  /** Channels that exist. */
  readonly channels?: readonly string[];
  /** Absent: the webhook was deleted. */
  readonly links?: readonly Link[];
  readonly row?: Pick<Delivery, 'state'>;
  /** Whether the audit log takes entries. */
  readonly noting?: 'taken' | 'refused';
}

async function rig(options: Options = {}) {
  const { message: changes, channels = ['ch_1', 'ch_2', 'ch_live'], links, row, noting } = options;
  const message: Message = { ...stored, routing: [matched('ch_1')], ...changes };
  const deliveries = memoryDeliveries();
  const noted: AuditEntry[] = [];
  const queued: DeliveryJob[] = [];
  const published: LiveNotification[] = [];
  const recorded: Pick<Message, 'routing' | 'notes'>[] = [];
  if (row !== undefined) {
    const claim = await deliveries.claim(job, { now: NOW, leaseMs: 90_000 });
    const attempt = { at: '', outcome: 'failed', durationMs: 1 } as const;
    const leaseUntil = claim.kind === 'claimed' ? claim.leaseUntil : 0;
    if (row.state !== 'delivering') await deliveries.finish(job, leaseUntil, { state: row.state, attempt });
  }
  const webhook: Webhook = {
    id: 'wh_1',
    organizationId: 'org_1',
    publicId: '',
    name: 'CI',
    enabled: true,
    requireApiKey: false,
    links: [...(links ?? [])],
    createdAt: '',
    updatedAt: '',
    version: 1,
  };
  const known: Channel[] = channels.map((id) => ({ ...channel, id }));
  const ports: RedeliverPorts = {
    messages: {
      async readMessage(organizationId, messageId) {
        if (organizationId !== 'org_1' || messageId !== message.id) return undefined;
        const found = await deliveries.read(job);
        return { message, deliveries: found === undefined ? [] : [found] };
      },
    },
    directory: {
      appendAudit: async (entry) => {
        if (noting === 'refused') throw new Error('no log');
        noted.push(entry);
      },
      readChannel: async (_, id) => known.find((other) => other.id === id),
      readWebhook: async () => (links === undefined ? undefined : webhook),
    },
    deliveries,
    replays: {
      record: async (_, replay) => void recorded.push(replay),
      publish: async (events) => void published.push(...events),
    },
    bodies: { get: async () => '{"environment":"prod"}' },
    jobs: {
      async enqueue(jobs) {
        queued.push(...jobs);
        return [];
      },
    },
    now: () => NOW,
    newUlid: () => 'FRESH',
  };
  const target = { organizationId: 'org_1', messageId: message.id, act };
  return {
    noted,
    queued,
    published,
    recorded,
    row: async (channelId = 'ch_1') => deliveries.read({ ...job, channelId }),
    retry: async (channelId = 'ch_1', changed = {}) => retryDelivery(ports, { ...target, channelId, ...changed }),
    replay: async (changed = {}) => replayMessage(ports, { ...target, ...changed }),
  };
}

describe('the audit log', () => {
  it('knows of a retry and a replay before anything is delivered', async () => {
    const { noted, queued, retry, replay } = await rig({ links: [link('ch_1')], noting: 'refused' });

    await expect(retry()).rejects.toThrow('no log');
    await expect(replay()).rejects.toThrow('no log');

    expect([noted, queued]).toEqual([[], []]);
  });

  it('names the message, and nothing that was refused', async () => {
    const { noted, retry, replay } = await rig({ links: [link('ch_1')] });

    await retry();
    await replay();
    await retry('ch_unknown');

    expect(noted.map(({ target }) => target)).toEqual([stored.id, stored.id]);
  });
});

describe('retrying a delivery', () => {
  it.each(['failed', 'skipped', 'delivered', 'retrying'] as const)(
    'makes what is %s again with the next attempt and a fresh schedule',
    async (state) => {
      const { retry, queued, row } = await rig({ row: { state } });

      expect(await retry()).toEqual({ kind: 'done', value: { channelIds: ['ch_1'] } });

      expect(queued).toEqual([{ ...job, attempt: 2, retriesUsed: 0, asked: true }]);
      expect(await row()).toMatchObject({ state: 'queued', attempt: 1, attempts: [{}] });
    },
  );

  it('marks the delivery due, should its job be lost', async () => {
    const { retry, row } = await rig({ row: { state: 'failed' } });

    await retry();

    expect(await row()).toMatchObject({ dueAt: new Date(NOW + 60_000).toISOString() });
  });

  it('makes the first attempt of what has none yet', async () => {
    const { retry, queued } = await rig();

    await retry();

    expect(queued).toEqual([{ ...job, asked: true }]);
  });

  it('is content with an attempt that is running', async () => {
    const { retry, queued } = await rig({ row: { state: 'delivering' } });

    expect(await retry()).toMatchObject({ kind: 'done' });
    expect(queued).toEqual([]);
  });

  it('puts the notification on a live stream once more, as a new event', async () => {
    const routing = [matched('ch_live', 'live-stream')];
    const { retry, published, queued } = await rig({ message: { routing } });

    await retry('ch_live');

    const expiresAt = NOW / 1000 + 24 * 60 * 60;
    expect(published).toMatchObject([{ channelId: 'ch_live', id: 'FRESH', messageId: job.messageId, expiresAt }]);
    expect(queued).toEqual([]);
  });

  it('reaches a channel that got the message and matches no longer', async () => {
    const routing = [{ ...matched('ch_1'), matched: false }];
    const { retry, queued } = await rig({ message: { routing }, row: { state: 'failed' } });

    await retry();

    expect(queued).toHaveLength(1);
  });

  it.each<[string, Options, string, object]>([
    ['the message is not there', {}, 'ch_1', { messageId: 'msg_other' }],
    ['the message is of another organisation', {}, 'ch_1', { organizationId: 'org_2' }],
    ['the message was not routed to the channel', {}, 'ch_2', {}],
    ['the channel did not match', { message: { routing: [{ ...matched('ch_1'), matched: false }] } }, 'ch_1', {}],
    [
      'another channel got the message, and this one did not match',
      { message: { routing: [matched('ch_1'), { ...matched('ch_2'), matched: false }] }, row: { state: 'failed' } },
      'ch_2',
      {},
    ],
    ['the channel was deleted', { channels: [] }, 'ch_1', {}],
  ])('is not found when %s', async (_, options, channelId, changed) => {
    const { retry, queued } = await rig(options);

    expect(await retry(channelId, changed)).toEqual({ kind: 'not-found' });
    expect(queued).toEqual([]);
  });
});

describe('replaying a message', () => {
  it("delivers to what matches by today's links, and shows their routing", async () => {
    const filter = { path: 'environment', op: 'eq', value: 'prod' } as const;
    const never = { path: 'environment', op: 'eq', value: 'test' } as const;
    const { replay, queued, recorded } = await rig({
      message: { payload: { key: 'in/the/body/store' } },
      row: { state: 'delivered' },
      links: [
        link('ch_1', { filter }),
        link('ch_2'),
        link('ch_3', { filter: never }),
        link('ch_4', { enabled: false }),
      ],
    });

    expect(await replay()).toEqual({ kind: 'done', value: { channelIds: ['ch_1', 'ch_2'] } });

    expect(queued).toMatchObject([
      { channelId: 'ch_1', attempt: 2 },
      { channelId: 'ch_2', attempt: 1 },
    ]);
    expect(recorded[0]?.routing.map(({ channelId, matched }) => [channelId, matched])).toEqual([
      ['ch_1', true],
      ['ch_2', true],
      ['ch_3', false],
      ['ch_4', false],
    ]);
    expect(recorded[0]?.notes).toEqual(['replayed to 2 channels at 2026-11-20T10:00:00.000Z']);
  });

  it('keeps the line of a channel that is linked no longer, and leaves it alone', async () => {
    const { replay, queued, recorded } = await rig({
      message: { routing: [matched('ch_old')] },
      links: [link('ch_2')],
    });

    await replay();

    expect(recorded[0]?.routing.map(({ channelId }) => channelId)).toEqual(['ch_2', 'ch_old']);
    expect(recorded[0]?.notes).toEqual(['replayed to 1 channel at 2026-11-20T10:00:00.000Z']);
    expect(queued).toMatchObject([{ channelId: 'ch_2' }]);
  });

  it('gives live streams a new event', async () => {
    const { replay, published } = await rig({ links: [link('ch_live', { kind: 'live-stream' })] });

    await replay();

    expect(published).toMatchObject([{ channelId: 'ch_live', id: 'FRESH', kind: 'notification' }]);
  });

  it('keeps the first notes and the newest of a message that is replayed over and over', async () => {
    const notes = Array.from({ length: 40 }, (_, index) => `note ${index}`);
    const { replay, recorded } = await rig({ message: { notes }, links: [] });

    await replay();

    expect(recorded[0]?.notes).toHaveLength(40);
    expect(recorded[0]?.notes.slice(-2)).toEqual(['note 38', 'replayed to 0 channels at 2026-11-20T10:00:00.000Z']);
  });

  it('routes a body that is no JSON object by its tags and priority alone', async () => {
    const { replay } = await rig({
      message: { payload: { text: 'null' }, content: { message: 'null', tags: ['ci'] } },
      links: [link('ch_1', { filter: { tags: { any: ['ci'] } } })],
    });

    expect(await replay()).toMatchObject({ value: { channelIds: ['ch_1'] } });
  });

  it('is not found when the webhook was deleted: there is no routing to run', async () => {
    const { replay, recorded } = await rig();

    expect(await replay()).toEqual({ kind: 'not-found' });
    expect(recorded).toEqual([]);
  });

  it('is not found when the message is not there', async () => {
    const { replay } = await rig({ links: [] });

    expect(await replay({ messageId: 'msg_other' })).toEqual({ kind: 'not-found' });
  });
});
