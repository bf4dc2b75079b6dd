import { type Callback, isSameSecret, type Press, type PressKind, type ReadPress } from '../channels/press.ts';
import { readSlackPress } from '../channels/slack-press.ts';
import { readTelegramPress } from '../channels/telegram-press.ts';
import { cleanText } from '../notification/clean-text.ts';
import type { Ask } from './ask.ts';
import { isButtonToken, readButtonToken } from './button-token.ts';
import { mayDecide } from './decide.ts';
import { answerAsk, type EndAskPorts, readAsk } from './end-ask.ts';
import { outcomeText } from './outcome.ts';

/** What presses in a channel are checked by. */
export interface PressCheck {
  readonly organizationId: string;
  readonly kind: PressKind;
  readonly secret: string;
}

/** What answering by a press needs. */
export interface PressPorts extends EndAskPorts {
  readonly checks: { read(channelId: string): Promise<PressCheck | undefined> };
}

/** What came of a callback. */
export type PressResult =
  /** It does not prove that it comes from the vendor, or is about a channel of somebody else: nothing was done. */
  | { readonly kind: 'refused' }
  /** `told`: what to say to whoever pressed, where the vendor lets the router. */
  | { readonly kind: 'taken'; readonly press?: Press; readonly told: string };

const read: Readonly<Record<PressKind, (callback: Callback, secret: string) => ReadPress>> = {
  slack: readSlackPress,
  telegram: readTelegramPress,
};

const REFUSED = { kind: 'refused' } as const;
const MAX_NAME_CHARACTERS = 80;

/**
 * Answers an ask by a press of a button that a vendor tells of.
 *
 * @param callback sent to the address of this channel. Vendors know one address for each app or bot, so it takes the
 *   presses of every channel of the organisation that is checked by the same secret.
 */
export async function answerByPress(
  ports: PressPorts,
  channelId: string,
  callback: Omit<Callback, 'now'>,
): Promise<PressResult> {
  const check = await ports.checks.read(channelId);
  const press = check && read[check.kind]({ ...callback, now: ports.now() }, check.secret);
  if (check === undefined || press === undefined || press === 'unsigned') return REFUSED;
  if (press === 'other') return { kind: 'taken', told: '' };
  const named = readButtonToken(press.token);
  if (named === undefined) return { kind: 'taken', press, told: UNKNOWN };
  if (named.channelId !== channelId && !isSameApp(check, await ports.checks.read(named.channelId))) return REFUSED;
  const ask = await readAsk(ports, named.askId);
  const option = ask?.options[named.option];
  const isProven = ask?.organizationId === check.organizationId && isButtonToken(ask, press.token, named);
  if (option === undefined || !isProven) return { kind: 'taken', press, told: UNKNOWN };
  const { channelId: pressedIn } = named;
  const told = await decide(ports, {
    ask,
    option: option.id,
    channelId: pressedIn,
    user: press.user,
    kind: check.kind,
  });
  return { kind: 'taken', press, told };
}

const UNKNOWN = 'This question is not known any more.';

function isSameApp(one: PressCheck, other: PressCheck | undefined): boolean {
  if (other?.organizationId !== one.organizationId || other.kind !== one.kind) return false;
  return isSameSecret(other.secret, one.secret);
}

interface Choice {
  readonly ask: Ask;
  readonly option: string;
  readonly channelId: string;
  readonly user: Press['user'];
  readonly kind: PressKind;
}

/** @returns what to tell whoever pressed */
async function decide(ports: EndAskPorts, { ask, option, channelId, user, kind }: Choice): Promise<string> {
  if (ask.status !== 'pending') return outcomeText(ask);
  if (!mayDecide(ask, `${kind}:${user.id}`)) return 'Only some people may decide this, and you are not one of them.';
  const by = { type: 'channel', id: channelId, name: cleanText(user.name, MAX_NAME_CHARACTERS) } as const;
  return outcomeText((await answerAsk(ports, ask, { option, by, channelId })).ask);
}
