import type { JsonObject } from './notification.ts';
import { isPresetName } from './presets/preset-names.ts';
import { loadPreset } from './presets/registry.ts';
import type { Headers } from './read-plain-text.ts';

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
}

/**
 * The id under which a sender repeats a delivery: `Idempotency-Key` on every webhook, else what the webhook's preset
 * knows (`x-github-delivery`, `webhook-id`, SNS `MessageId` …). `undefined` when there is none: then nothing is a
 * duplicate. The same id on the same webhook within 24 hours is the same notification. Never rejects.
 */
export async function dedupIdOf({ headers, body, preset }: Delivered): Promise<string | undefined> {
  const key = usable(headers['idempotency-key']);
  if (key !== undefined) return `key:${key}`;
  if (preset === undefined || !isPresetName(preset)) return undefined;
  const { deliveryId } = await loadPreset(preset);
  const id = usable(deliveryId?.({ body, headers }));
  return id === undefined ? undefined : `${preset}:${id}`;
}

function usable(id: string | undefined): string | undefined {
  const trimmed = id?.trim();
  return trimmed === undefined || trimmed === '' || trimmed.length > MAX_LENGTH ? undefined : trimmed;
}
