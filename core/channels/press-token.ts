import { idOf, ulidOf } from '../message/ids.ts';
import { ULID_DIGITS } from '../message/ulid.ts';
import { isSameSecret } from './press.ts';

const ID_BYTES = 16;
/** 120 bits. With two ids and a choice it makes 64 characters: all that Telegram keeps with a button. */
const PROOF_BYTES = 15;
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

/** What a button says it is for. */
export interface PressHead {
  /** Of the ask or the alert. */
  readonly ulid: string;
  readonly channelId: string;
  /** What a press of it chooses, 0 to 255. */
  readonly choice: number;
}

/** Makes a digest in base64url of what a button says it is for, by a secret. */
type Prove = (head: string) => string;

/** What a button holds. */
export function pressTokenOf({ ulid, channelId, choice }: PressHead, prove: Prove): string {
  const head = Buffer.concat([bytesOf(ulid), bytesOf(ulidOf(channelId)), Buffer.of(choice)]);
  const proof = Buffer.from(prove(head.toString('base64url')), 'base64url');
  return Buffer.concat([head, proof.subarray(0, PROOF_BYTES)]).toString('base64url');
}

/** What a token says it is for; `undefined` when it has no such shape. Proves nothing yet. */
export function readPressToken(token: string): PressHead | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  return {
    ulid: ulidIn(bytes.subarray(0, ID_BYTES)),
    channelId: idOf('channel', ulidIn(bytes.subarray(ID_BYTES, 2 * ID_BYTES))),
    choice: bytes.readUInt8(2 * ID_BYTES),
  };
}

/** Whether a token was made for what it says, by the same secret. */
export function isPressToken(token: string, head: PressHead, prove: Prove): boolean {
  return isSameSecret(token, pressTokenOf(head, prove));
}

function bytesOf(ulid: string): Buffer {
  const digits = Array.from(ulid, (digit) => BigInt(ULID_DIGITS.indexOf(digit)));
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
