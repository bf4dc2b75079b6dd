import { isAlertToken, readAlertToken } from './alert-button.ts';
import { type Callback, NOBODY, type ReadPress } from './press.ts';

/** The field of the form that a button sends. */
export const PRESS_FIELD = 'press';

/**
 * A press of a button in an ntfy app. It comes from the phone itself, which signs nothing: what the button was made with
 * is all the proof, and nobody says who pressed.
 *
 * @see https://docs.ntfy.sh/publish/#send-http-request
 */
export function readNtfyPress({ body }: Callback, secret: string): ReadPress {
  const token = new URLSearchParams(new TextDecoder().decode(body)).get(PRESS_FIELD) ?? '';
  const button = readAlertToken(token);
  return button !== undefined && isAlertToken(secret, token, button) ? { token, user: NOBODY } : 'unsigned';
}
