import { createHash } from 'node:crypto';
import type { JsonObject } from '../message/json-object.ts';
import { isPresetName } from '../notification/presets/preset-names.ts';
import { loadPreset } from '../notification/presets/registry.ts';
import type { Headers } from '../notification/read-plain-text.ts';

/** Longest id that is kept; a longer one is no id. */
const MAX_LENGTH = 256;

/** What may name a delivery. */
export interface Delivered {
  /** Request headers by lower-case name. */
  readonly headers: Headers;
  /** The JSON body; `{}` for plain text. */
  readonly body: JsonObject;
  /** The webhook's preset. Without one, only `Idempotency-Key` counts. */
  readonly preset?: string | undefined;
  /** The request body as it came. */
  readonly sent: string | Uint8Array;
}

/**
 * What a repeated delivery is known by: the id that the sender gives it, which is `Idempotency-Key` on every webhook,
 * else what the webhook's preset knows (`x-github-delivery`, `webhook-id`, SNS `MessageId` …), together with a hash of
 * what was sent. So an id that is used for two notifications loses neither. `undefined` when there is no id: then
 * nothing is a duplicate, and nothing is hashed. The same on the same webhook within 24 hours is the same notification.
 * Never rejects.
 */
export async function dedupIdOf({ headers, body, preset, sent }: Delivered): Promise<string | undefined> {
  const key = usable(headers['idempotency-key']);
  if (key !== undefined) return `key:${key}:${hashOf(sent, headers)}`;
  if (preset === undefined || !isPresetName(preset)) return undefined;
  const { deliveryId, changesWithRepetition } = await loadPreset(preset);
  const id = usable(deliveryId?.({ body, headers }));
  if (id === undefined) return undefined;
  const lasting = changesWithRepetition === undefined ? sent : without(sent, changesWithRepetition);
  return `${preset}:${id}:${hashOf(lasting, headers)}`;
}

/** Of the body and of the headers that are part of a plain-text notification. */
function hashOf(sent: string | Uint8Array, headers: Headers): string {
  const fields = [headers['x-title'], headers['x-priority'], headers['x-tags']];
  return createHash('sha256').update(JSON.stringify(fields)).update(sent).digest('hex');
}

/** Works on the text, not on the parsed body: a body may nest too deeply to be written again. */
function without(sent: string | Uint8Array, key: string): string {
  const text = typeof sent === 'string' ? sent : Buffer.from(sent).toString('latin1');
  return text.replaceAll(new RegExp(`"${key}"\\s*:\\s*\\d+`, 'g'), '');
}

function usable(id: string | undefined): string | undefined {
  const trimmed = id?.trim();
  return trimmed === undefined || trimmed === '' || trimmed.length > MAX_LENGTH ? undefined : trimmed;
}
