import { describe, expect, it } from 'vitest';
import type { Channel } from '../../../core/directory/channel.ts';
import { textAnswer } from '../../vendors/vendor.ts';
import { vendor as mattermost } from '../../vendors/mattermost.ts';
import { slackApi, slackBoard, vendor as slackWebhook } from '../../vendors/slack.ts';
import { alertWorld } from './alert-world.ts';

const already = 'the alert is already shown';
const overtaken = 'overtaken by a newer state';
const busy = () => textAnswer(503, '');

describe('a channel that is told of ends', () => {
  it('gets one message a turn', async () => {
    const { tell } = alertWorld(mattermost, mattermost);

    const told = [];
    for (const change of [{}, {}, { priority: 5 }, {}, { status: 'acknowledged' }, { status: 'resolved' }] as const) {
      told.push(await tell(change));
    }

    expect(told).toEqual(['delivered', already, 'delivered', already, already, 'delivered']);
  });

  it('is told by the next message when the first one never was', async () => {
    const { say, tell } = alertWorld(mattermost, mattermost);
    await say({ isLost: true });

    expect(await tell()).toBe('delivered');
  });

  it('leaves it to the first message while that is on its way, and takes over when it is given up', async () => {
    const { world, say, deliver, jobOf, last, tell } = alertWorld(mattermost, mattermost);
    const first = await say();
    world.answer = busy;
    await deliver(jobOf(first));
    const waiting = await say();
    await deliver(jobOf(waiting));
    world.answer = () => textAnswer(400, 'no such hook');
    await deliver({ ...jobOf(first), attempt: 2 });
    const seen = [await last(waiting), (await last(first))?.slice(0, 25)];
    world.answer = (request) => mattermost.answer(request);

    expect([...seen, await tell()]).toEqual([already, 'the receiver answered 400', 'delivered']);
  });

  it('never goes backwards', async () => {
    const { say, drain, deliver, jobOf, last, requests } = alertWorld(mattermost, mattermost);
    const first = await say();
    await say({ status: 'resolved' });
    await drain();
    const second = await say();
    await drain();
    await deliver({ ...jobOf(first), attempt: 2 });

    expect([await last(first), await last(second), requests.length]).toEqual([overtaken, 'delivered', 2]);
  });

  it('is not told of an alert that another one followed meanwhile', async () => {
    const { say, drain, last } = alertWorld(mattermost, mattermost);
    const end = [await say(), await say({ status: 'resolved' })];
    const next = await say();
    await drain();

    expect([await last(end[0]!), await last(end[1]!), await last(next)]).toEqual([overtaken, overtaken, 'delivered']);
  });

  it('is told how it stands by the message that has the channel, whatever came meanwhile', async () => {
    const { world, say, step, last, drain, requests } = alertWorld(mattermost, mattermost);
    const first = await say({ text: 'half full' });
    world.answer = busy;
    await step();
    world.answer = (request) => mattermost.answer(request);
    const later = await say({ text: 'full' });
    const end = await say({ status: 'resolved', text: 'empty' });
    await drain();

    expect([await last(first), await last(later), await last(end)]).toEqual(['delivered', overtaken, already]);
    expect(requests.at(-1)?.body).toContain('Resolved: Disk');
    expect(requests.at(-1)?.body).toContain('full');
    expect(requests).toHaveLength(2);
  });

  it('is told once more of what happened while it was being told', async () => {
    const { world, say, drain, last, row, requests, memory } = alertWorld(mattermost, mattermost);
    const first = await say();
    let reads = 0;
    world.posts.read = async (...at) => {
      reads += 1;
      // The end comes while the request is out, and its delivery finds the channel taken.
      if (reads === 3) await say({ status: 'resolved' });
      return memory.read(...at);
    };
    await drain();

    expect((await row(first))?.attempts.map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered']);
    expect([(await row(first))?.state, await last(first), requests.length]).toEqual(['delivered', 'delivered', 2]);
  });

  it('is not told of a late message, nor when it does not follow', async () => {
    const { say, drain, last, clock } = alertWorld(mattermost, mattermost);
    await say({ matched: [] });
    const stranger = await say({ matched: [], at: clock.now - 1 });
    await drain();

    expect(await last(stranger)).toBe(already);
  });

  it('gets the message all the same when nothing is known of its alert', async () => {
    const { heads, say, drain, last, world, memory } = alertWorld(mattermost, mattermost);
    const lost = await say();
    world.posts.read = async (...at) => {
      const { alert: _, ...rest } = await memory.read(...at);
      return rest;
    };
    await drain();
    const late = await say();
    let reads = 0;
    world.posts.read = async (...at) => {
      const { alert, ...rest } = await memory.read(...at);
      reads += 1;
      return reads === 1 && alert !== undefined ? { ...rest, alert } : rest;
    };
    await drain();

    expect([await last(lost), await last(late), heads.all().length]).toEqual(['delivered', 'delivered', 1]);
  });

  it('is told again of what somebody asks for, as it stands now', async () => {
    const { say, drain, deliver, jobOf, requests, deliveries, clock } = alertWorld(mattermost, mattermost);
    const first = await say({ text: 'full' });
    await drain();
    await say({ status: 'resolved', text: 'empty' });
    await drain();
    const again = { ...jobOf(first), attempt: 2, asked: true as const };
    await deliveries.reopen(again, { now: clock.now, dueAt: clock.now });
    await deliver(again);

    expect(requests).toHaveLength(3);
    expect(requests.at(-1)?.body).toContain('Resolved: Disk');
  });

  it('is told by a job from the dead-letter queue of what it was not told, and of nothing twice', async () => {
    const { world, say, deliver, jobOf, last, done, requests } = alertWorld(mattermost, mattermost);
    const first = await say();
    world.answer = () => textAnswer(400, 'no');
    await deliver(jobOf(first));
    world.answer = (request) => mattermost.answer(request);
    await deliver({ ...jobOf(first), attempt: 2, redrive: true });

    expect([await last(first), requests.length, done.deadLetters]).toEqual(['delivered', 2, []]);
  });
});

describe('a channel that gets each message', () => {
  it('gets those that its filter lets through, how the alert ends, and what no sender said', async () => {
    const { messages, say, drain, last } = alertWorld(mattermost, mattermost, { updates: 'each' });
    const unmatched = async (change: object, more: object = {}) => {
      const said = await say(change);
      const routing = said.routing.map((link) => ({ ...link, matched: false, follows: true as const }));
      messages.set(said.id, { ...said, routing, ...more });
      return said;
    };
    const said = [
      await say(),
      await say(),
      await unmatched({}),
      await unmatched({}, { origin: 'system' }),
      await unmatched({ status: 'resolved' }),
    ];
    await drain();

    const told = await Promise.all(said.map(last));
    expect(told).toEqual(['delivered', 'delivered', 'the filter does not match', 'delivered', 'delivered']);
  });
});

describe('a delivery of an alert that has nothing to do', () => {
  it('is one write, leaves a copy alone that is at it, and comes back in case that died', async () => {
    const { say, deliver, jobOf, deliveries, done, clock, tell, queue } = alertWorld(mattermost, mattermost);
    await tell();
    const second = await say();
    await deliveries.claim(jobOf(second), { now: clock.now, leaseMs: 90_000 });
    const lines = done.logged.length;

    await deliver(jobOf(second));

    expect((await deliveries.read(jobOf(second)))?.state).toBe('delivering');
    expect(done.logged).toHaveLength(lines);
    expect(queue).toEqual([jobOf(second), jobOf(second)]);
  });

  it('has delivered when it was the one that showed it', async () => {
    const { say, drain, deliver, jobOf, deliveries, row, clock, requests } = alertWorld(slackApi, slackBoard());
    const first = await say();
    await drain();
    // It was shown, and then the function died before it could say so.
    await deliveries.reopen({ ...jobOf(first), attempt: 2 }, { now: clock.now, dueAt: clock.now });
    await deliver({ ...jobOf(first), attempt: 2 });

    expect((await row(first))?.state).toBe('delivered');
    expect(requests).toHaveLength(1);
  });

  it('gives the channel back where it cannot be sent to any more', async () => {
    const { world, say, drain, deliver, jobOf, last, tell } = alertWorld(slackApi, slackBoard());
    const first = await say();
    world.answer = busy;
    await deliver(jobOf(first));
    const on: Channel = world.channel;
    world.channel = { ...on, enabled: false };
    await drain();
    world.channel = on;
    world.answer = slackBoard().answer;

    expect([await last(first), await tell()]).toEqual(['the channel is disabled', 'delivered']);
  });

  it('gives the channel back when it is given up', async () => {
    const { world, say, deliver, giveUp, jobOf, tell, memory } = alertWorld(slackApi, slackBoard());
    const first = await say();
    world.answer = busy;
    await deliver(jobOf(first));
    await giveUp({ ...jobOf(first), attempt: 2 }, 'it crashed');
    await giveUp({ ...jobOf(first), attempt: 2 }, 'it crashed');
    const given = [...memory.rows.values()];
    world.answer = slackBoard().answer;

    expect([given, await tell()]).toEqual([[expect.objectContaining({ hasFailed: true })], 'delivered']);
    expect(given[0]).not.toHaveProperty('holder');
  });

  it('gives the channel back when a copy that comes late, after its end, is to wait', async () => {
    const { outside, clock, say, tell, drain, deliver, jobOf, memory, last } = alertWorld(slackApi, slackBoard());
    const first = await say();
    await drain();
    const later = await say({ priority: 5 });
    outside.health = { openUntil: clock.now + 60_000, openMs: 30_000 };
    await deliver(jobOf(first));
    const held = [...memory.rows.values()].map(({ holder }) => holder);
    outside.health = {};
    await drain();

    expect(held).toEqual([undefined]);
    expect([await last(later), await tell({ status: 'resolved' })]).toEqual(['edited', 'edited']);
  });

  it('gives the channel back when it finds everything shown', async () => {
    const { world, say, deliver, jobOf, memory, heads, head } = alertWorld(slackApi, slackBoard());
    const first = await say();
    world.answer = busy;
    await deliver(jobOf(first));
    const alert = await head();
    heads.put({ ...alert!, followers: [] });
    await deliver({ ...jobOf(first), attempt: 2 });

    expect([...memory.rows.values()]).toEqual([{ begun: { posts: 1, version: 1 } }]);
  });
});

describe('a delivery that is under way', () => {
  it('has the channel for twenty minutes, and then anybody may have it; nothing is written by those who wait', async () => {
    const { world, say, step, deliver, jobOf, last, clock, memory } = alertWorld(slackApi, slackBoard());
    await say();
    const { answer } = world;
    world.answer = busy;
    await step();
    world.answer = answer;
    let writes = 0;
    world.posts.hold = async (...at) => {
      writes += 1;
      return memory.hold(...at);
    };
    const told = [];
    for (const minutes of [20, 1]) {
      clock.now += minutes * 60_000 - 1000;
      const later = await say();
      await deliver(jobOf(later));
      told.push(await last(later));
    }

    expect(told).toEqual([already, 'delivered']);
    expect(writes).toBe(1);
  });

  it('sends nothing when somebody else has shown everything by then', async () => {
    const { world, say, drain, last, requests, memory, row } = alertWorld(slackApi, slackBoard());
    const first = await say();
    let reads = 0;
    world.posts.read = async (...at) => {
      const standing = await memory.read(...at);
      reads += 1;
      const shown = { turn: 1, version: 1, posts: 1, reference: 'x' };
      return reads === 2 ? { ...standing, row: { ...standing.row, shown } } : standing;
    };
    await drain();

    expect([await last(first), (await row(first))?.state, requests]).toEqual([already, 'skipped', []]);
    expect([...memory.rows.values()]).toEqual([{ begun: { posts: 1, version: 1 } }]);
  });

  it('shows its own words when the newest message could not be stored', async () => {
    const { say, drain, requests } = alertWorld(slackApi, slackBoard());
    await say({ text: 'at hand' });
    await say({ text: 'lost', isLost: true });
    await drain();

    expect(requests.map(({ body }) => body.includes('at hand'))).toEqual([true]);
  });

  it('is what somebody asked for on its retries too, and nothing more after that', async () => {
    const { world, say, drain, deliver, jobOf, deliveries, clock, requests, queue } = alertWorld(
      slackApi,
      slackBoard(),
    );
    const first = await say();
    await drain();
    const again = { ...jobOf(first), attempt: 2, asked: true as const };
    await deliveries.reopen(again, { now: clock.now, dueAt: clock.now });
    const { answer } = world;
    world.answer = busy;
    await deliver(again);
    const retried = queue.map(({ asked }) => asked);
    world.answer = answer;
    await drain();

    expect(retried).toEqual([true]);
    expect(requests).toHaveLength(3);
  });
});

describe('a slack channel by incoming webhook', () => {
  it('cannot change what it posted, and is told of ends', async () => {
    const { tell } = alertWorld(slackWebhook, slackWebhook);

    expect([await tell(), await tell(), await tell({ status: 'resolved' })]).toEqual([
      'delivered',
      already,
      'delivered',
    ]);
  });

  it('is told in the words of the message at hand when the newest one cannot be read', async () => {
    const { tell, say, drain, requests } = alertWorld(slackWebhook, slackWebhook);
    await say({ isLost: true, text: 'lost', priority: 5 });

    await tell({ text: 'less' });
    await drain();

    expect(requests.map(({ body }) => body.includes('less'))).toEqual([true]);
  });
});
