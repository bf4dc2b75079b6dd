import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generator } from '../../../local/door/faults.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import type { Board } from '../../vendors/board.ts';
import { discordBoard, vendor as discord } from '../../vendors/discord.ts';
import { matrixBoard, vendor as matrix } from '../../vendors/matrix.ts';
import { ntfyBoard, vendor as ntfy } from '../../vendors/ntfy.ts';
import { pagerdutyBoard, vendor as pagerduty } from '../../vendors/pagerduty.ts';
import { slackApi, slackBoard } from '../../vendors/slack.ts';
import { telegramBoard, vendor as telegram } from '../../vendors/telegram.ts';
import { type FakeVendor, jsonAnswer, textAnswer } from '../../vendors/vendor.ts';
import { vendor as zulip, zulipBoard } from '../../vendors/zulip.ts';
import { alertWorld, textsOn } from './alert-world.ts';

const already = 'the alert is already shown';
const overtaken = 'overtaken by a newer state';
const BY = { type: 'user', name: 'Anna' } as const;

const vendors: readonly (readonly [FakeVendor, () => Board])[] = [
  [slackApi, slackBoard],
  [discord, discordBoard],
  [telegram, telegramBoard],
  [matrix, matrixBoard],
  [zulip, zulipBoard],
  [ntfy, ntfyBoard],
];
const byKind = vendors.map(([vendor, board]) => [vendor.kind, vendor, board] as const);

/** A board and what leads to it. */
function slackWorld() {
  const board = slackBoard();
  return { board, ...alertWorld(slackApi, board) };
}

describe.each(byKind)('an alert in %s', (_, vendor, makeBoard) => {
  it('is one post that follows it, another where it is loud again, and looks resolved in the end', async () => {
    const board = makeBoard();
    const { tell } = alertWorld(vendor, board);

    const told = [await tell({ text: 'Disk 80 %', priority: 3 })];
    for (let n = 81; n < 111; n += 1) told.push(await tell({ text: `Disk ${n} %`, priority: 3 }));
    const followed = textsOn(board);
    told.push(await tell({ status: 'acknowledged', by: BY }));
    const taken = textsOn(board);
    told.push(await tell({ text: 'Disk full', priority: 5 }));
    const louder = textsOn(board);
    told.push(await tell({ status: 'resolved', by: BY, text: 'Disk 10 %' }));
    const ended = textsOn(board);
    told.push(await tell({ text: 'Disk 90 % again', priority: 3 }));

    // The delivery that makes a post ends with the edit of the older one.
    expect(told).toEqual(['delivered', ...Array.from({ length: 34 }, () => 'edited')]);
    expect(followed).toEqual([expect.stringMatching(/Disk 110/)]);
    expect(taken).toEqual([expect.stringMatching(/Acknowledged: Disk[^]*Acknowledged by Anna/)]);
    expect(louder).toEqual([expect.stringContaining('Continued below'), expect.stringContaining('Disk full')]);
    expect(louder[1]).not.toContain('Acknowledged');
    expect(ended).toEqual([
      louder[0],
      expect.stringMatching(/(?=[^]*Resolved: Disk)(?=[^]*Disk full)(?=[^]*Resolved after)/),
    ]);
    expect(textsOn(board)).toEqual([
      louder[0],
      expect.stringMatching(/Resolved: Disk[^]*Continued below/),
      expect.stringContaining('Disk 90 % again'),
    ]);
  });

  it('ends as it stands, whatever comes in which order and fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
        const random = generator(seed);
        const board = makeBoard();
        const { world, say, drain, head, memory } = alertWorld(vendor, board);
        world.answer = (request) =>
          random() < 0.2 ? textAnswer(random() < 0.5 ? 503 : 429, '') : board.answer(request);
        const kinds = [
          {},
          {},
          {},
          { priority: 1 + Math.floor(random() * 5) },
          { status: 'acknowledged' },
          { status: 'resolved' },
        ] as const;
        await say({ text: 'first' });
        for (let n = 0; n < 25; n += 1) {
          const change = kinds[Math.floor(random() * kinds.length)] ?? {};
          await say({ by: BY, text: `text ${n}`, ...change });
          if (random() < 0.3)
            await drain({ batch: 1 + Math.floor(random() * 10), pick: (length) => Math.floor(random() * length) });
        }
        world.answer = (request) => board.answer(request);
        await say({ text: 'last' });
        await drain({ batch: 10, pick: (length) => Math.floor(random() * length) });

        const alert = await head();
        const shown = memory.rows.get(`${alert?.id}#${world.channel.id}`);
        const newest = textsOn(board).filter((text) => !text.includes('Continued below'));
        expect(shown).toMatchObject({ shown: { turn: alert?.turn, version: alert?.sequence } });
        expect(shown).not.toHaveProperty('holder');
        expect(newest).toContainEqual(expect.stringContaining('last'));
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });
});

describe('an incident in pagerduty', () => {
  it('is triggered, taken and resolved, and a new one fires again', async () => {
    const board = pagerdutyBoard();
    const { tell } = alertWorld(pagerduty, board);
    const states: unknown[] = [];
    for (const change of [
      {},
      { text: 'more' },
      { status: 'acknowledged' },
      { priority: 5 },
      { status: 'resolved' },
      {},
    ] as const) {
      await tell(change);
      states.push(board.posts().map(({ state }) => state));
    }

    expect(states).toEqual([
      ['triggered'],
      ['triggered'],
      ['acknowledged'],
      // PagerDuty takes no acknowledgement back; its people see the louder event in the incident.
      ['acknowledged'],
      ['resolved'],
      ['resolved', 'triggered'],
    ]);
  });
});

describe('a post that follows an alert', () => {
  it('costs a few edits in a storm of a thousand, and shows the last one', async () => {
    const { board, say, drain, requests, head } = slackWorld();
    const said = [];
    for (let n = 0; n < 1000; n += 1) said.push(await say({ text: `Disk ${n}` }));
    await drain({ batch: 10 });

    expect((await head())?.count).toBe(1000);
    expect(textsOn(board)).toEqual([expect.stringContaining('Disk 999')]);
    expect(requests.length).toBeLessThan(5);
  });

  it('is left as it is where only the count changes', async () => {
    const { tell, requests } = slackWorld();

    const told = [
      await tell({ text: 'full' }),
      await tell({ text: 'full' }),
      await tell({ text: 'full', priority: 2 }),
    ];

    expect(told).toEqual(['delivered', already, 'edited']);
    expect(requests.filter(({ url }) => url.pathname.endsWith('postMessage'))).toHaveLength(2);
  });

  it('takes a turn of the pace for each request, not for each message', async () => {
    const { say, drain, world, requests } = slackWorld();
    for (let n = 0; n < 100; n += 1) await say();
    await drain({ batch: 10 });

    expect(world.turns).toBe(requests.length);
    expect(world.turns).toBeLessThan(5);
  });

  it('is made anew, once, when somebody deleted it, and when the channel leads elsewhere', async () => {
    const { board, world, tell, requests, say, drain, last } = slackWorld();
    await tell();
    board.clear();
    const anew = [await tell({ text: 'second' }), await tell({ text: 'third' })];
    const texts = textsOn(board);
    const before = requests.length;
    const { answer } = world;
    world.channel = { ...world.channel, config: { ...world.channel.config, channel: 'C9999999999' } };
    world.answer = () => jsonAnswer(200, { ok: true, channel: 'C9999999999', ts: '1.2' });
    const moved = await say({ text: 'fourth' });
    await drain();
    world.answer = answer;

    expect([...anew, await last(moved)]).toEqual(['delivered', 'edited', 'delivered']);
    expect(texts).toEqual([expect.stringContaining('third')]);
    expect(requests.slice(before).map(({ url }) => url.pathname)).toEqual(['/api/chat.postMessage']);
  });

  it('stays as it is while its channel is off or unlinked, and catches up afterwards', async () => {
    const { board, world, tell } = slackWorld();
    await tell({ text: 'first' });
    const on: Channel = world.channel;
    world.channel = { ...on, enabled: false };
    const told = [await tell({ text: 'second' })];
    world.channel = on;
    world.isLinked = false;
    told.push(await tell({ text: 'third' }));
    const before = textsOn(board);
    world.isLinked = true;
    told.push(await tell({ status: 'resolved' }));

    expect(told).toEqual(['the channel is disabled', 'the channel was unlinked from the webhook', 'edited']);
    expect(before).toEqual([expect.stringContaining('first')]);
    expect(textsOn(board)).toEqual([expect.stringMatching(/(?=[^]*Resolved: )(?=[^]*third)/)]);
  });

  it.each([
    ['404', textAnswer(404, '')],
    ['400', textAnswer(400, 'no')],
    ['429', textAnswer(429, '')],
    ['500', textAnswer(500, '')],
    ['rubbish', textAnswer(200, '<html>')],
  ])('shows how its alert ends after an answer of %s to an edit', async (_, answer) => {
    const { board, world, tell, say, drain } = slackWorld();
    await tell({ text: 'first' });
    world.answer = () => answer;
    await say({ text: 'second' });
    await drain();
    world.answer = (request) => board.answer(request);
    await tell({ status: 'resolved' });

    expect(textsOn(board)).toEqual([expect.stringMatching(/(?=[^]*Resolved: )(?=[^]*second)/)]);
  });

  it('is not made anew for each change where the vendor does not say what it is changed by', async () => {
    const { world, tell, requests } = slackWorld();
    world.answer = () => jsonAnswer(200, { ok: true });

    const told = [await tell(), await tell({ text: 'more' }), await tell({ status: 'resolved' })];

    expect(told).toEqual(['delivered', already, 'delivered']);
    expect(requests).toHaveLength(2);
  });

  it('is changed no more when it was made anew and the vendor did not say what that is changed by', async () => {
    const { board, world, tell, requests } = slackWorld();
    await tell();
    board.clear();
    world.answer = (request) =>
      request.url.pathname.endsWith('update') ? board.answer(request) : jsonAnswer(200, { ok: true });
    const told = [await tell({ text: 'second' }), await tell({ text: 'third' })];

    expect(told).toEqual(['delivered', already]);
    expect(requests).toHaveLength(3);
  });

  it('is nobody’s where the alert was over before anything was shown', async () => {
    const { board, say, drain, last } = slackWorld();
    const first = await say({ text: 'short' });
    await say({ status: 'resolved' });
    const next = await say({ text: 'again' });
    await drain();

    expect(await last(first)).toBe(overtaken);
    expect(await last(next)).toBe('delivered');
    expect(textsOn(board)).toEqual([expect.stringContaining('again')]);
  });

  it('shows how an alert ended that another one followed at once', async () => {
    const { board, tell, say, drain } = slackWorld();
    await tell({ text: 'first' });
    await say({ status: 'resolved', by: BY });
    await say({ text: 'second' });
    await drain({ pick: (length) => length - 1 });

    expect(textsOn(board)).toEqual([expect.stringContaining('Resolved'), expect.stringContaining('second')]);
  });

  it('is shown again when somebody asks for it, to a channel that does not follow too', async () => {
    const { board, tell, say, deliver, jobOf, deliveries, clock, drain, heads, head, last } = slackWorld();
    const first = await say({ text: 'full' });
    await drain();
    board.clear();
    const again = { ...jobOf(first), attempt: 2, asked: true as const };
    await deliveries.reopen(again, { now: clock.now, dueAt: clock.now });
    await deliver(again);
    const shown = textsOn(board);
    heads.put({ ...(await head())!, followers: [] });
    const stranger = await tell({ matched: [] });
    await deliveries.reopen({ ...again, attempt: 3 }, { now: clock.now, dueAt: clock.now });
    await deliver({ ...again, attempt: 3 });

    expect(shown).toEqual([expect.stringContaining('full')]);
    expect([stranger, await last(first)]).toEqual([already, 'edited']);
  });

  it('says that it is continued once, and stays as it is where it cannot', async () => {
    const { world, board, tell, row, say, drain } = slackWorld();
    await tell({ priority: 2 });
    world.answer = (request) =>
      request.url.pathname.endsWith('update')
        ? jsonAnswer(200, { ok: false, error: 'invalid_arguments' })
        : board.answer(request);
    const louder = await say({ priority: 4 });
    await drain();
    world.answer = (request) => board.answer(request);
    await tell({ text: 'newer' });

    const attempts = (await row(louder))?.attempts.map(({ outcome, error }) => [outcome, error?.slice(0, 30)]);
    expect(attempts).toEqual([
      ['delivered', undefined],
      ['skipped', 'the older post stays as it is:'],
    ]);
    expect((await row(louder))?.state).toBe('delivered');
    expect(textsOn(board).map((text) => text.includes('newer'))).toEqual([false, true]);
  });

  it('says that it is continued when the vendor is back, and before anything else is shown', async () => {
    const { world, board, tell, say, drain } = slackWorld();
    await tell({ priority: 2 });
    let isDown = true;
    world.answer = (request) => {
      if (isDown && request.url.pathname.endsWith('update')) {
        isDown = false;
        return textAnswer(503, '');
      }
      return board.answer(request);
    };
    await say({ priority: 4 });
    await drain();

    expect(isDown).toBe(false);
    expect(textsOn(board)[0]).toContain('Continued below');
  });

  it('is continued in the next alert though the last message of the one before is gone, and stays continued', async () => {
    const { board, tell, messages, memory, deliver, jobOf, deliveries, clock, say, drain } = slackWorld();
    const first = await say({ text: 'full' });
    await drain();
    await tell({ status: 'resolved' });
    memory.stored.clear();
    await tell({ text: 'again' });
    const texts = textsOn(board);
    const again = { ...jobOf(first), attempt: 2, asked: true as const };
    await deliveries.reopen(again, { now: clock.now, dueAt: clock.now });
    await deliver(again);

    expect(messages.size).toBe(3);
    expect(texts[0]).toMatch(/Resolved[^]*Continued below/);
    expect(textsOn(board)[0]).toMatch(/Resolved[^]*full[^]*Continued below/);
  });

  it('is begun alone where nothing is known of the alert before', async () => {
    const { board, tell, world, memory } = slackWorld();
    await tell({ text: 'full' });
    await tell({ status: 'resolved' });
    world.posts.readPrevious = async () => ({ row: {} });
    await tell({ text: 'again' });

    expect(memory.rows.size).toBe(2);
    expect(textsOn(board)[0]).not.toContain('Continued below');
  });

  it('is continued though it is gone by the time that it is to say so', async () => {
    const { tell, world, memory, board } = slackWorld();
    await tell({ text: 'full' });
    await tell({ status: 'resolved' });
    let reads = 0;
    world.posts.readPrevious = async (...at) => {
      reads += 1;
      return reads === 1 ? memory.readPrevious(...at) : { row: {} };
    };
    await tell({ text: 'again' });

    expect([...memory.rows.values()].some(({ shown }) => shown?.older !== undefined)).toBe(false);
    expect(textsOn(board)).toHaveLength(2);
  });

  it('switches the channel off when that is what the vendor says', async () => {
    const { tell, world, done, board } = slackWorld();
    await tell({ priority: 2 });
    world.answer = (request) =>
      request.url.pathname.endsWith('update')
        ? jsonAnswer(200, { ok: false, error: 'account_inactive' })
        : board.answer(request);
    await tell({ priority: 4 });

    expect(done.disabled).toHaveLength(1);
  });
});

describe('a post that the router names itself', () => {
  it('is changed once more after a lost answer: what stands there may be what the first attempt said', async () => {
    const board = matrixBoard();
    const { world, say, deliver, jobOf, drain, last } = alertWorld(matrix, board);
    const first = await say({ text: 'first' });
    world.answer = (request) => {
      board.answer(request);
      return textAnswer(503, '');
    };
    await deliver(jobOf(first));
    world.answer = (request) => board.answer(request);
    await say({ text: 'second' });
    await drain();

    expect(await last(first)).toBe('edited');
    expect(textsOn(board)).toEqual([expect.stringContaining('second')]);
  });
});

describe('what cannot be written down', () => {
  it('is shown again: the state is right in the end', async () => {
    const { board, world, say, deliver, jobOf, deliveries, clock, memory, drain } = slackWorld();
    const first = await say({ text: 'full' });
    world.posts.settle = async () => {
      throw new Error('DynamoDB is away');
    };
    const died = deliver(jobOf(first));
    await expect(died).rejects.toThrow('DynamoDB is away');
    world.posts.settle = async (...at) => memory.settle(...at);
    clock.now += 100_000;
    await deliver(jobOf(first));
    await drain();

    expect((await deliveries.read(jobOf(first)))?.state).toBe('delivered');
    expect(textsOn(board)).toHaveLength(2);
  });

  it('goes on a second later when something came meanwhile, by the sweeper when the queue takes no more', async () => {
    const { world, say, deliver, jobOf, row, memory } = slackWorld();
    const first = await say({ priority: 1 });
    let reads = 0;
    world.posts.read = async (...at) => {
      reads += 1;
      if (reads === 3) await say({ text: 'more', priority: 1 });
      return memory.read(...at);
    };
    world.isQueueFull = true;
    await deliver(jobOf(first));

    expect(await row(first)).toMatchObject({ state: 'retrying', retriesUsed: 0, dueAt: '2026-11-20T10:00:01.000Z' });
  });
});
