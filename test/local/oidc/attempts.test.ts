import { describe, expect, it } from 'vitest';
import { Attempts } from '../../../local/oidc/attempts.ts';

const MINUTE = 60_000;

describe('wrong passwords', () => {
  it('end the listening after five within a minute, for that minute', () => {
    const attempts = new Attempts();
    for (let tries = 0; tries < 4; tries += 1) attempts.fail(tries);
    const afterFour = attempts.isAllowed(4);
    attempts.fail(4);

    expect([afterFour, attempts.isAllowed(5), attempts.isAllowed(MINUTE - 1), attempts.isAllowed(MINUTE)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});
