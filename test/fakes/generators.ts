import { ulid } from 'ulid';
import type { CollisionPause } from '../../core/directory/change.ts';
import type { Generators } from '../../core/directory/generators.ts';

export interface FakeGenerators extends Generators {
  /** Moves the clock, milliseconds. */
  advance(ms: number): void;
}

/** A clock that stands still, ids that sort by creation, and secrets that tell themselves apart by a number. */
export function createFakeGenerators(start = Date.parse('2026-11-20T10:00:00.000Z')): FakeGenerators {
  let now = start;
  let counter = 0;
  const next = () => String((counter += 1));
  return {
    now: () => now,
    newUlid: () => ulid(now).slice(0, 10) + next().padStart(16, '0'),
    newPublicId: () => next().padStart(21, 'p'),
    newSecretHex: () => next().padStart(64, 'a'),
    randomBytes: (count) => new Uint8Array(count).fill(7),
    advance: (ms) => {
      now += ms;
    },
  };
}

/** Does not wait. */
export const noBackoff: CollisionPause = { pause: async () => {} };
