import type { Guard } from '../../../local/door/access/guard.ts';

/** For tests of what is behind the door: lets everybody in. */
export const everybody: Guard = { refusalOf: () => undefined };
