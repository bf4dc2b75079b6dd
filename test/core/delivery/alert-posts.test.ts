import { describe, expect, it } from 'vitest';
import type { Change } from '../../../core/alert/change.ts';
import { applyChange } from '../../../core/alert/apply-change.ts';
import { markOf } from '../../../core/alert/alert.ts';
import type { Outcome } from '../../../core/channels/outcome.ts';
import type { Message } from '../../../core/delivery/message.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { memoryAlertHeads, memoryPosts } from '../../fakes/alerts.ts';
import { channel, job, message, NOW, type Overrides, rig } from './rig.ts';

const chat: Channel = { ...channel, kind: 'mattermost' };
const routed = { channelId: 'ch_1', kind: 'mattermost', matched: true, reason: 'no filter' } as const;
let serial = 0;

/** An alert and the messages that changed it, and deliveries of them to one channel over the same posts. */
function alerts(to: Channel = chat) {
  const heads = memoryAlertHeads();
  const posts = memoryPosts(heads);
  async function say(change: Partial<Change> = {}): Promise<Message> {
    serial += 1;
    const id = `msg_01HZ${String(serial).padStart(22, '0')}`;
    const { status = 'firing' } = change;
    const whole: Change = {
      organizationId: 'org_1',
      webhookId: 'wh_1',
      webhookName: 'CI',
      key: 'disk',
      status,
      messageId: id,
      now: NOW,
      at: NOW,
      by: { type: 'sender' },
      matched: ['mattermost ch_1'],
      hops: [],
      ...change,
    };
    const changed = await applyChange({ heads, now: () => NOW, pause: async () => {} }, whole, false);
    const { after } = changed ?? {};
    if (after === undefined) throw new Error('There is no alert.');
    return { ...message, id, routing: [routed], alert: { ...markOf(after), said: status, turn: after.turn } };
  }
  async function deliver(of: Message, outcomes: Outcome[] = [], ports: Overrides['ports'] = {}) {
    const made = rig(outcomes, { context: { message: of, channel: to, linked: true }, ports: { posts, ...ports } });
    await made.deliver({ ...job, messageId: of.id });
    const { attempts = [] } = (await made.row({ ...job, messageId: of.id })) ?? {};
    return { ...made, last: attempts.at(-1)?.error ?? attempts.at(-1)?.outcome };
  }
  return { say, deliver, posts, last: async (of: Message) => (await deliver(of)).last };
}

describe('a channel that is told of ends', () => {
  it('gets one message a turn', async () => {
    const { say, last } = alerts();

    const told = [];
    for (const change of [{}, {}, { priority: 5 }, {}, { status: 'acknowledged' }, { status: 'resolved' }] as const) {
      told.push(await last(await say(change)));
    }

    const already = 'the alert is already shown';
    expect(told).toEqual(['delivered', already, 'delivered', already, already, 'delivered']);
  });

  it('is told by the next message when the first one never was', async () => {
    const { say, last } = alerts();
    await say();

    expect(await last(await say())).toBe('delivered');
  });

  it('leaves it to the first message while that is on its way, and takes over when it is given up', async () => {
    const { say, deliver, last } = alerts();
    const first = await say();
    await deliver(first, [{ kind: 'retry', error: 'busy' }]);
    const waiting = await last(await say());
    await deliver(first, [{ kind: 'failed', error: 'no such hook' }]);

    expect([waiting, await last(await say())]).toEqual(['the alert is already shown', 'delivered']);
  });

  it('never goes backwards', async () => {
    const { say, last } = alerts();
    const first = await say();
    await say({ status: 'resolved' });
    const overtaken = await last(first);
    await say();

    expect([overtaken, await last(first)]).toEqual(['overtaken by a newer state', 'overtaken by a newer state']);
  });

  it('is not told what was overtaken while it waited', async () => {
    const { say, deliver, posts } = alerts();
    const first = await say();
    let reads = 0;
    const late = {
      ...posts,
      read: async (...at: Parameters<typeof posts.read>) => {
        reads += 1;
        if (reads === 2) await say({ status: 'resolved' });
        return posts.read(...at);
      },
    };

    const { last, done } = await deliver(first, [], { posts: late });

    expect([last, done.sent]).toEqual(['overtaken by a newer state', 0]);
  });

  it('is not told of a late message, nor when it does not follow', async () => {
    const { say, last } = alerts();
    await say({ matched: [] });
    const stranger = await say({ matched: [], at: NOW - 1 });

    expect(await last(stranger)).toBe('the alert is already shown');
  });

  it('gets the message all the same when nothing is known of its alert', async () => {
    const { deliver } = alerts();
    const mark = { id: 'al_x', key: 'gone', status: 'firing', episode: 1, count: 1, said: 'firing', turn: 1 } as const;

    expect((await deliver({ ...message, alert: mark })).last).toBe('delivered');
  });

  it('was told even if that could not be noted', async () => {
    const { say, deliver, posts } = alerts();
    const settle = async () => {
      throw new Error('DynamoDB is away');
    };

    const { last, done } = await deliver(await say(), [], { posts: { ...posts, settle } });

    expect(last).toBe('delivered');
    expect(done.logged).toContainEqual(expect.objectContaining({ event: 'post.unrecorded', channelId: 'ch_1' }));
  });
});

describe('a channel that gets each message', () => {
  it('gets those that its filter lets through, how the alert ends, and what no sender said', async () => {
    const { say, last } = alerts({ ...chat, updates: 'each' });
    const unmatched = { routing: [{ ...routed, matched: false, follows: true as const }] };

    const told = [
      await last(await say()),
      await last(await say()),
      await last({ ...(await say()), ...unmatched }),
      await last({ ...(await say()), ...unmatched, origin: 'system' }),
      await last({ ...(await say({ status: 'resolved' })), ...unmatched }),
    ];

    expect(told).toEqual(['delivered', 'delivered', 'the filter does not match', 'delivered', 'delivered']);
  });
});
