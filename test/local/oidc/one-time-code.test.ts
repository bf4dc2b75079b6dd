import { expect, it } from 'vitest';
import { isLoopbackHost } from '../../../local/oidc/loopback.ts';
import { OneTimeCode } from '../../../local/oidc/one-time-code.ts';

const NOW = 1_000_000;
const TWO_MINUTES = 120_000;

it('works once', () => {
  const codes = new OneTimeCode();
  const code = codes.issue(NOW);

  const redeemed = [codes.redeem(code, NOW), codes.redeem(code, NOW)];

  expect(redeemed).toEqual([true, false]);
});

it('works for two minutes and no longer', () => {
  const inTime = new OneTimeCode();
  const late = new OneTimeCode();

  const redeemed = [
    inTime.redeem(inTime.issue(NOW), NOW + TWO_MINUTES - 1),
    late.redeem(late.issue(NOW), NOW + TWO_MINUTES),
  ];

  expect(redeemed).toEqual([true, false]);
});

it('survives wrong guesses, the empty one and one before it was made', () => {
  const codes = new OneTimeCode();
  const tooEarly = codes.redeem('', NOW);
  const code = codes.issue(NOW);

  const guesses = ['', 'x', code.slice(1), `${code} `].map((guess) => codes.redeem(guess, NOW));

  expect([tooEarly, ...guesses]).toEqual([false, false, false, false, false]);
  expect(codes.redeem(code, NOW)).toBe(true);
});

it('is worth nothing once another one was made', () => {
  const codes = new OneTimeCode();
  const [first, second] = [codes.issue(NOW), codes.issue(NOW)];

  expect([codes.redeem(first, NOW), codes.redeem(second, NOW)]).toEqual([false, true]);
  expect(first).toMatch(/^[\w-]{43}$/);
});

it.each(['localhost', 'localhost:8080', 'LOCALHOST:1', '127.0.0.1', '127.0.0.1:8080', '[::1]:8080', '[::1]'])(
  'knows %s as this machine',
  (host) => expect(isLoopbackHost(host)).toBe(true),
);

it.each([undefined, '', 'example.com', 'localhost.example.com', 'localhost@example.com', '127.0.0.1.nip.io:80', '::1'])(
  'does not take %s for this machine',
  (host) => expect(isLoopbackHost(host)).toBe(false),
);
