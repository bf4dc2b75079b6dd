import type { PassPress } from '../alert/alert-press.ts';
import { type AlertButton, isAlertToken, readAlertToken } from '../channels/alert-button.ts';
import { readNtfyPress } from '../channels/ntfy-press.ts';
import {
  type Callback,
  isSameSecret,
  type Press,
  type PressKind,
  type PressUser,
  type ReadPress,
} from '../channels/press.ts';
import { readSlackPress } from '../channels/slack-press.ts';
import { readTelegramPress } from '../channels/telegram-press.ts';
import { cleanText } from '../notification/clean-text.ts';
import type { Ask } from './ask.ts';
import { isButtonToken, type NamedButton, readButtonToken } from './button-token.ts';
import { mayDecide } from './decide.ts';
import { answerAsk, type EndAskPorts, readAsk } from './end-ask.ts';
import { outcomeText } from './outcome.ts';

/** What presses in a channel are checked by. */
export interface PressCheck {
  readonly organizationId: string;
  readonly kind: PressKind;
  readonly secret: string;
}

/** What taking a press needs. */
export interface PressPorts extends EndAskPorts {
  /** Hands what changes an alert to what may change one. */
  readonly pass: PassPress;
  readonly checks: { read(channelId: string): Promise<PressCheck | undefined> };
}

/** What came of a callback. */
export type PressResult =
  /** It does not prove that it comes from the vendor, or is about a channel of somebody else: nothing was done. */
  | { readonly kind: 'refused' }
  /** It could not be handed on: nothing was done. */
  | { readonly kind: 'busy' }
  /** `told`: what to say to whoever pressed, where the vendor lets the router. */
  | { readonly kind: 'taken'; readonly press?: Press; readonly told: string };

const read: Readonly<Record<PressKind, (callback: Callback, secret: string) => ReadPress>> = {
  slack: readSlackPress,
  telegram: readTelegramPress,
  ntfy: readNtfyPress,
};

const REFUSED = { kind: 'refused' } as const;
const MAX_NAME_CHARACTERS = 80;

/**
 * Answers an ask, or has an alert changed, by a press of a button.
 *
 * @param callback sent to the address of this channel. Vendors know one address for each app or bot, so it takes the
 *   presses of every channel of the organisation that is checked by the same secret.
 */
export async function takePress(
  ports: PressPorts,
  channelId: string,
  callback: Omit<Callback, 'now'>,
): Promise<PressResult> {
  const check = await ports.checks.read(channelId);
  const press = check && read[check.kind]({ ...callback, now: ports.now() }, check.secret);
  if (check === undefined || press === undefined || press === 'unsigned') return REFUSED;
  if (press === 'other') return { kind: 'taken', told: '' };
  const button = readAlertToken(press.token) ?? readButtonToken(press.token);
  if (button === undefined) return { kind: 'taken', press, told: UNKNOWN };
  if (button.channelId !== channelId && !isSameApp(check, await ports.checks.read(button.channelId))) return REFUSED;
  if ('alertId' in button) return passOn(ports, { check, press }, button);
  return { kind: 'taken', press, told: await answer(ports, { check, press }, button) };
}

const UNKNOWN = 'This question is not known any more.';
const OUT_OF_DATE = 'This button is out of date. Please open the alert itself.';
const PASSED_ON = 'Passed on. The post shows how the alert stands.';

/** A press that is proven to come from the vendor. */
interface ProvenPress {
  readonly check: PressCheck;
  readonly press: Press;
}

/**
 * What takes presses may read no alert: whether it is still open, and who may change it, is looked at by what changes it.
 */
async function passOn(
  { pass, now }: Pick<PressPorts, 'pass' | 'now'>,
  { check, press }: ProvenPress,
  button: AlertButton,
): Promise<PressResult> {
  const { organizationId, secret } = check;
  if (!isAlertToken(secret, press.token, button)) return { kind: 'taken', press, told: OUT_OF_DATE };
  const job = { due: 'alert-press', organizationId, ...button, ...nameOf(press.user), at: now() } as const;
  const isPassed = await pass(job);
  return isPassed ? { kind: 'taken', press, told: PASSED_ON } : { kind: 'busy' };
}

/** @returns what to tell whoever pressed */
async function answer(ports: EndAskPorts, { check, press }: ProvenPress, named: NamedButton): Promise<string> {
  const ask = await readAsk(ports, named.askId);
  const option = ask?.options[named.option];
  const isProven = ask?.organizationId === check.organizationId && isButtonToken(ask, press.token, named);
  if (option === undefined || !isProven) return UNKNOWN;
  const { channelId } = named;
  return decide(ports, { ask, option: option.id, channelId, user: press.user, kind: check.kind });
}

function nameOf(user: PressUser): { readonly name?: string } {
  const name = cleanText(user.name, MAX_NAME_CHARACTERS).trim();
  return name === '' ? {} : { name };
}

function isSameApp(one: PressCheck, other: PressCheck | undefined): boolean {
  if (other?.organizationId !== one.organizationId || other.kind !== one.kind) return false;
  return isSameSecret(other.secret, one.secret);
}

interface Choice {
  readonly ask: Ask;
  readonly option: string;
  readonly channelId: string;
  readonly user: PressUser;
  readonly kind: PressKind;
}

/** @returns what to tell whoever pressed */
async function decide(ports: EndAskPorts, { ask, option, channelId, user, kind }: Choice): Promise<string> {
  if (ask.status !== 'pending') return outcomeText(ask);
  if (!mayDecide(ask, `${kind}:${user.id}`)) return 'Only some people may decide this, and you are not one of them.';
  const by = { type: 'channel', id: channelId, ...nameOf(user) } as const;
  return outcomeText((await answerAsk(ports, ask, { option, by, channelId })).ask);
}
