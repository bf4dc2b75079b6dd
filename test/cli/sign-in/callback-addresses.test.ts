import { expect, it } from 'vitest';
import { COMMAND_PORTS, commandCallbackUrl } from '../../../cli/sign-in/callback-addresses.ts';

/** From here on, Linux hands ports out by itself. */
const FIRST_EPHEMERAL = 32_768;

it('waits at addresses that Cognito takes, on ports that no system hands out', () => {
  expect(COMMAND_PORTS.map(commandCallbackUrl)).toEqual([
    'http://localhost:28765/callback',
    'http://localhost:28766/callback',
    'http://localhost:28767/callback',
  ]);
  expect(COMMAND_PORTS.every((port) => port > 1023 && port < FIRST_EPHEMERAL)).toBe(true);
});
