import { readWanted, type WantedAsk } from '../ask/wanted.ts';
import { ownValue } from '../message/json-object.ts';
import type { Notification } from '../message/notification.ts';
import { MASK, maskedIn } from '../notification/dialects/json-values.ts';
import { readJson } from '../notification/read-json.ts';
import type { Issue } from '../words/issue.ts';
import type { ReadableSend } from './accept.ts';
import type { AskingPorts } from './asking.ts';

/** Why something is not asked. */
export type AskRefusal =
  | { readonly kind: 'key-required' }
  | { readonly kind: 'invalid-ask'; readonly issues: readonly Issue[] }
  | { readonly kind: 'nobody-answers' };

/** A send that asks. */
interface Wanted {
  readonly kind: 'wanted';
  readonly wanted: WantedAsk;
  /** Without the token of a task. */
  readonly notification: Notification;
}

/** The ask in a send that can be read, or why it is none. Needs no I/O. */
export function readAskIn(
  { completesTasks }: Pick<AskingPorts, 'completesTasks'>,
  { endpoint, notification }: Pick<ReadableSend, 'endpoint' | 'notification'>,
): AskRefusal | Wanted {
  if (!endpoint.requireApiKey) return { kind: 'key-required' };
  const read = readWanted(notification.payload);
  if (read.kind === 'invalid') return { kind: 'invalid-ask', issues: read.issues };
  if (read.wanted.taskToken === undefined) return { ...read, notification };
  if (completesTasks) return { ...read, notification: withoutTaskToken(notification) };
  return { kind: 'invalid-ask', issues: [{ path: 'ask.taskToken', message: NO_STATE_MACHINES }] };
}

const NO_STATE_MACHINES = 'needs the setting STEP_FUNCTIONS, which names no state machine on this router';

/** Read anew, because a title or message may be guessed from the whole body. */
function withoutTaskToken({ payload, payloadText }: Notification): Notification {
  const text = maskedIn(payloadText, 'ask', ['taskToken']);
  const ask: unknown = Object.assign({}, ownValue(payload, 'ask'), { taskToken: MASK });
  return readJson({ payload: { ...payload, ask }, json: text, whole: text });
}
