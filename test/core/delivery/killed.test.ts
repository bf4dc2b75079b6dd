import { describe, expect, it } from 'vitest';
import type { Board } from '../../vendors/board.ts';
import { matrixBoard, vendor as matrix } from '../../vendors/matrix.ts';
import { vendor as mattermost } from '../../vendors/mattermost.ts';
import { slackApi, slackBoard } from '../../vendors/slack.ts';
import { type FakeVendor, textAnswer } from '../../vendors/vendor.ts';
import { alertWorld, textsOn } from './alert-world.ts';

const FINALS = new Set(['delivered', 'skipped']);
const STORY = [
  { name: 'the first', change: {} },
  { name: 'an acknowledgement', change: { status: 'acknowledged' } },
  { name: 'a louder one', change: { priority: 5 } },
  { name: 'the end', change: { status: 'resolved' } },
] as const;

interface Killing {
  /** The call that is the last one. */
  readonly n: number;
  /** Whether it took effect. */
  readonly isDone: boolean;
  /** The vendor refuses until then. */
  readonly isDown: boolean;
}

/**
 * Kills whoever works on a delivery at its n-th call and lets the job come back at once, as a queue may: while the claim
 * of the dead still holds.
 *
 * @returns whether there was an n-th call
 */
async function tellKilled(alerts: ReturnType<typeof alertWorld>, { n, isDone, isDown }: Killing): Promise<boolean> {
  const { outside, world, queue } = alerts;
  const { answer } = world;
  let calls = 0;
  let isDead = false;
  const job = queue.shift();
  if (job === undefined) throw new Error('There is no job.');
  if (isDown) world.answer = () => textAnswer(503, '');
  outside.around = async (call) => {
    calls += 1;
    if (calls === n && isDone) await call();
    isDead ||= calls === n;
    if (isDead) throw new Error('killed');
    return call();
  };
  await alerts.deliver(job).catch(() => undefined);
  outside.around = async (call) => call();
  world.answer = answer;
  if (isDead) queue.push(job);
  await alerts.drain();
  return isDead;
}

const WAYS = [true, false].flatMap((isDone) => [true, false].map((isDown) => ({ isDone, isDown })));

describe.each([
  ['a channel whose posts are edited', slackApi, slackBoard, {}],
  ['a channel whose posts the router names', matrix, matrixBoard, {}],
  ['a channel that is told of ends', mattermost, undefined, {}],
  ['a channel that gets each message', mattermost, undefined, { updates: 'each' }],
] as const)(
  'a delivery to %s whose worker is killed',
  (_, vendor: FakeVendor, makeBoard?: () => Board, config = {}) => {
    async function tell({ name: nth }: (typeof STORY)[number], killing: Killing) {
      const board = makeBoard?.();
      const alerts = alertWorld(vendor, board ?? mattermost, config);
      const said = [];
      let wasKilled = false;
      for (const { name, change } of STORY) {
        said.push(await alerts.say(change));
        if (name === nth) wasKilled = await tellKilled(alerts, killing);
        else await alerts.drain();
      }
      const rows = await Promise.all(said.map(async (message) => alerts.row(message)));
      const isOver = rows.every((row) => FINALS.has(row?.state ?? ''));
      const isShown = board === undefined || textsOn(board).at(-1)?.includes('Resolved: ') === true;
      return { wasKilled, isRight: isOver && isShown };
    }

    it.each(STORY)('comes to its end, wherever that was: $name', async (nth) => {
      const wrong: Killing[] = [];
      for (const way of WAYS) {
        for (let n = 1, isMore = true; isMore; n += 1) {
          const { wasKilled, isRight } = await tell(nth, { n, ...way });
          if (!isRight) wrong.push({ n, ...way });
          isMore = wasKilled;
        }
      }
      expect(wrong).toEqual([]);
    });
  },
);
