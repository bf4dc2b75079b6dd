import { describe, expect, it } from 'vitest';
import type { Board } from '../../vendors/board.ts';
import { matrixBoard, vendor as matrix } from '../../vendors/matrix.ts';
import { vendor as mattermost } from '../../vendors/mattermost.ts';
import { slackApi, slackBoard } from '../../vendors/slack.ts';
import type { FakeVendor } from '../../vendors/vendor.ts';
import { alertWorld, textsOn } from './alert-world.ts';

const FINALS = new Set(['delivered', 'skipped']);
const STORY = [
  { name: 'the first', change: {} },
  { name: 'an acknowledgement', change: { status: 'acknowledged' } },
  { name: 'a louder one', change: { priority: 5 } },
  { name: 'the end', change: { status: 'resolved' } },
] as const;

/**
 * Kills whoever works on a delivery at its n-th call, before or after it took effect, and lets the job come back at
 * once, as a queue may: while the claim of the dead still holds.
 *
 * @returns whether there was an n-th call
 */
async function tellKilled(world: ReturnType<typeof alertWorld>, { n, isDone }: { n: number; isDone: boolean }) {
  let calls = 0;
  let isDead = false;
  const job = world.queue.shift()!;
  world.outside.around = async (call) => {
    calls += 1;
    if (calls === n && isDone) await call();
    isDead ||= calls === n;
    if (isDead) throw new Error('killed');
    return call();
  };
  await world.deliver(job).catch(() => undefined);
  world.outside.around = async (call) => call();
  if (isDead) world.queue.push(job);
  await world.drain();
  return isDead;
}

describe.each([
  ['a channel whose posts are edited', slackApi, slackBoard],
  ['a channel whose posts the router names', matrix, matrixBoard],
  ['a channel that is told of ends', mattermost, undefined],
] as const)('a delivery to %s whose worker is killed', (_, vendor: FakeVendor, makeBoard?: () => Board) => {
  it.each(STORY)('comes to its end, wherever that was: $name', async ({ name: nth }) => {
    const open: string[] = [];
    for (const isDone of [false, true]) {
      for (let n = 1, isMore = true; isMore; n += 1) {
        const board = makeBoard?.();
        const alerts = alertWorld(vendor, board ?? mattermost);
        const said = [];
        for (const { name, change } of STORY) {
          said.push(await alerts.say(change));
          if (name === nth) isMore = await tellKilled(alerts, { n, isDone });
          else await alerts.drain();
        }
        const rows = await Promise.all(said.map(async (message) => alerts.row(message)));
        const isOver = rows.every((row) => FINALS.has(row?.state ?? ''));
        const isShown = board === undefined || textsOn(board).at(-1)?.includes('Resolved: ') === true;
        if (!isOver || !isShown) open.push(`call ${n}, done: ${isDone}`);
      }
    }
    expect(open).toEqual([]);
  });
});
