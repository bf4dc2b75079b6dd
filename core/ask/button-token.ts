import { isPressToken, type PressHead, pressTokenOf, readPressToken } from '../channels/press-token.ts';
import { idOf, ulidOf } from '../message/ids.ts';
import { derived } from './addresses.ts';
import { type Ask, MAX_OPTIONS } from './ask.ts';

type Seeded = Pick<Ask, 'id' | 'seed'>;

/** A button that chooses an option of an ask in one channel. */
export interface NamedButton {
  readonly askId: string;
  readonly channelId: string;
  /** The position among the options. */
  readonly option: number;
}

/** What a button holds that chooses the option at this position. */
export function buttonTokenOf({ id, seed }: Seeded, { channelId, option }: Omit<NamedButton, 'askId'>): string {
  return pressTokenOf({ ulid: ulidOf(id), channelId, choice: option }, proofBy(seed));
}

/** The button of an ask that a token says it is for; `undefined` when it has no such shape. Proves nothing yet. */
export function readButtonToken(token: string): NamedButton | undefined {
  const head = readPressToken(token);
  if (head === undefined || head.choice >= MAX_OPTIONS) return undefined;
  return { askId: idOf('ask', head.ulid), channelId: head.channelId, option: head.choice };
}

/** Whether the ask made this token for the button that it names. */
export function isButtonToken({ seed }: Seeded, token: string, { askId, channelId, option }: NamedButton): boolean {
  const head: PressHead = { ulid: ulidOf(askId), channelId, choice: option };
  return isPressToken(token, head, proofBy(seed));
}

const proofBy = (seed: string) => (head: string) => derived(seed, `button ${head}`);
