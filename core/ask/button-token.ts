import { isSameSecret } from '../channels/press.ts';
import { idOf, ulidOf } from '../message/ids.ts';
import { ULID_DIGITS } from '../message/ulid.ts';
import { derived } from './addresses.ts';
import type { Ask } from './ask.ts';

type Seeded = Pick<Ask, 'id' | 'seed'>;

const ID_BYTES = 16;
/** 120 bits. With two ids and an option it makes 64 characters: all that Telegram keeps with a button. */
const PROOF_BYTES = 15;
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

/** A button that chooses an option of an ask in one channel. */
interface NamedButton {
  readonly askId: string;
  readonly channelId: string;
  /** The position among the options. */
  readonly option: number;
}

/** What a button holds that chooses the option at this position. */
export function buttonTokenOf({ id, seed }: Seeded, { channelId, option }: Omit<NamedButton, 'askId'>): string {
  const head = Buffer.concat([bytesOf(id), bytesOf(channelId), Buffer.of(option)]);
  const proof = Buffer.from(derived(seed, `button ${head.toString('base64url')}`), 'base64url');
  return Buffer.concat([head, proof.subarray(0, PROOF_BYTES)]).toString('base64url');
}

/** What a token says it is for; `undefined` when it has no such shape. Proves nothing yet. */
export function readButtonToken(token: string): NamedButton | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  return {
    askId: idOf('ask', ulidIn(bytes.subarray(0, ID_BYTES))),
    channelId: idOf('channel', ulidIn(bytes.subarray(ID_BYTES, 2 * ID_BYTES))),
    option: bytes.readUInt8(2 * ID_BYTES),
  };
}

/** Whether the ask made this token for the button that it names. */
export function isButtonToken(ask: Seeded, token: string, named: NamedButton): boolean {
  return isSameSecret(token, buttonTokenOf(ask, named));
}

function bytesOf(id: string): Buffer {
  const digits = Array.from(ulidOf(id), (digit) => BigInt(ULID_DIGITS.indexOf(digit)));
  const value = digits.reduce((sum, digit) => sum * 32n + digit, 0n);
  return Buffer.from(value.toString(16).padStart(2 * ID_BYTES, '0'), 'hex');
}

function ulidIn(bytes: Buffer): string {
  let value = BigInt(`0x${bytes.toString('hex')}`);
  return Array.from({ length: 26 }, () => {
    const digit = ULID_DIGITS.charAt(Number(value % 32n));
    value /= 32n;
    return digit;
  })
    .toReversed()
    .join('');
}
