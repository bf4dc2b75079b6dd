import { createHmac } from 'node:crypto';
import { idOf, ulidOf } from '../message/ids.ts';
import { isPressToken, type PressHead, pressTokenOf, readPressToken } from './press-token.ts';

/** What a press on the post of an alert asks for. */
export type AlertChoice = 'acknowledged' | 'resolved';

/** In a token. Options of asks have the numbers from 0 on. */
const NUMBERS: Readonly<Record<AlertChoice, number>> = { acknowledged: 128, resolved: 129 };

/** A button on the post of an alert in one channel. */
export interface AlertButton {
  readonly alertId: string;
  readonly channelId: string;
  readonly status: AlertChoice;
}

/**
 * What a button holds that changes an alert.
 *
 * @param secret what presses in the channel are checked by: nothing is stored, and a new secret makes other tokens
 */
export function alertTokenOf(secret: string, button: AlertButton): string {
  return pressTokenOf(headOf(button), proofBy(secret));
}

/** The button of an alert that a token says it is for; `undefined` when it has no such shape. Proves nothing yet. */
export function readAlertToken(token: string): AlertButton | undefined {
  const head = readPressToken(token);
  if (head?.choice !== NUMBERS.acknowledged && head?.choice !== NUMBERS.resolved) return undefined;
  const status = head.choice === NUMBERS.resolved ? 'resolved' : 'acknowledged';
  return { alertId: idOf('alert', head.ulid), channelId: head.channelId, status };
}

/** Whether a token was made for the button that it names, by this secret. */
export function isAlertToken(secret: string, token: string, button: AlertButton): boolean {
  return isPressToken(token, headOf(button), proofBy(secret));
}

function headOf({ alertId, channelId, status }: AlertButton): PressHead {
  return { ulid: ulidOf(alertId), channelId, choice: NUMBERS[status] };
}

const proofBy = (secret: string) => (head: string) =>
  createHmac('sha256', secret).update(`alert button ${head}`).digest('base64url');
