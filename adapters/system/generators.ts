import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { nanoid } from 'nanoid';
import { ulid } from 'ulid';
import { doublingWait } from '../../core/delivery/backoff.ts';
import type { CollisionPause } from '../../core/directory/change.ts';
import type { Generators } from '../../core/directory/generators.ts';

const PUBLIC_ID_LENGTH = 21;
const SECRET_BYTES = 32;
/** Milliseconds. */
const PAUSES = { first: 20, chance: 1 };

/** The real clock and cryptographically strong randomness. */
export const systemGenerators: Generators = {
  now: () => Date.now(),
  newUlid: () => ulid(),
  newPublicId: () => nanoid(PUBLIC_ID_LENGTH),
  newSecretHex: () => randomBytes(SECRET_BYTES).toString('hex'),
  randomBytes: (count) => randomBytes(count),
};

/** Waits up to 20 ms after the first lost race, and up to twice as long after each further one. */
export const systemBackoff: CollisionPause = {
  async pause(tries) {
    await sleep(doublingWait(PAUSES, tries - 1, Math.random()));
  },
};
