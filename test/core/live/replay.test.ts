import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import type { LiveControl, LiveNotification } from '../../../core/live/live-event.ts';
import { firstIdAt, parsePosition, timeOf } from '../../../core/live/position.ts';
import { isReplayable, limitReplay, REPLAY_LIMIT, replayStart } from '../../../core/live/replay.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const DAY = 24 * 60 * 60 * 1000;

function notificationAt(time: number, expiresAt = NOW / 1000 + 60): LiveNotification {
  const position = { channelId: 'ch_1', id: ulid(time), expiresAt };
  const content = { message: '', tags: [] };
  return { kind: 'notification', ...position, messageId: 'msg_1', content, payload: { text: '{}' } };
}

describe('a position', () => {
  it('is any ULID, in any letter case', () => {
    const id = ulid(NOW);

    expect(parsePosition(id.toLowerCase())).toBe(id);
    expect(parsePosition('7ZZZZZZZZZZZZZZZZZZZZZZZZZ')).toBe('7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
  });

  it.each([undefined, null, '', 'x', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ', '01ARZ3NDEKTSV4RRFFQ69G5FA', 'U'.repeat(26)])(
    'counts as absent when it is %j',
    (text) => {
      expect(parsePosition(text)).toBeUndefined();
    },
  );

  it('names a moment', () => {
    expect(timeOf(firstIdAt(NOW))).toBe(NOW);
    expect(firstIdAt(-1)).toBe('0'.repeat(26));
  });
});

describe('where a replay starts', () => {
  it('is one second before the position', () => {
    expect(replayStart(ulid(NOW - 5000), NOW)).toEqual({ fromId: firstIdAt(NOW - 6000), tooOld: false });
  });

  it('is the start of the window when the position lies before it', () => {
    expect(replayStart(ulid(NOW - DAY - 1), NOW)).toEqual({ fromId: firstIdAt(NOW - DAY), tooOld: true });
    expect(replayStart('0'.repeat(26), NOW).tooOld).toBe(true);
  });
});

describe('a row', () => {
  it('is replayed when it is a live notification', () => {
    expect(isReplayable(notificationAt(NOW - 1), { pauses: [], now: NOW })).toBe(true);
  });

  it('is skipped when it has expired', () => {
    expect(isReplayable(notificationAt(NOW - 1, NOW / 1000), { pauses: [], now: NOW })).toBe(false);
  });

  it('is skipped when the channel was off at its time', () => {
    const pauses = [{ from: NOW - 100, until: NOW - 50 }];

    const routed = [NOW - 101, NOW - 100, NOW - 51, NOW - 50].map((time) =>
      isReplayable(notificationAt(time), { pauses, now: NOW }),
    );

    expect(routed).toEqual([true, false, false, true]);
  });

  it('is skipped when it is a control event', () => {
    const { channelId, id, expiresAt } = notificationAt(NOW - 1);
    const control: LiveControl = { kind: 'control', channelId, id, expiresAt, action: { type: 'test' } };

    expect(isReplayable(control, { pauses: [], now: NOW })).toBe(false);
  });
});

describe('a replay', () => {
  it('holds everything when it fits, repeated events first', () => {
    const [before, ...after] = Array.from({ length: REPLAY_LIMIT + 1 }, (_, index) => notificationAt(NOW + index));

    const replay = limitReplay(after, [before!]);

    expect(replay).toEqual({ gap: false, events: [before, ...after] });
  });

  it('holds the newest and says so when more came after the position', () => {
    const after = Array.from({ length: REPLAY_LIMIT + 1 }, (_, index) => notificationAt(NOW + index));

    const replay = limitReplay(after, [notificationAt(NOW)]);

    expect(replay).toEqual({ gap: true, events: after.slice(1) });
  });
});
