import type { JsonObject } from '../../../../core/message/json-object.ts';
import { loadPreset } from '../../../../core/notification/presets/registry.ts';
import type { PresetName } from '../../../../core/notification/presets/preset-names.ts';
import type { PresetReading } from '../../../../core/notification/presets/preset.ts';

/** What a preset reads in a body. */
export async function reading(
  name: PresetName,
  body: JsonObject,
  headers: Record<string, string> = {},
): Promise<PresetReading | undefined> {
  return (await loadPreset(name)).read({ body, headers });
}

/** The id a preset gives a delivery. */
export async function deliveryIdOf(
  name: PresetName,
  body: JsonObject,
  headers: Record<string, string> = {},
): Promise<string | undefined> {
  return (await loadPreset(name)).deliveryId?.({ body, headers });
}
