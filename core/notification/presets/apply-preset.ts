import { readableText } from '../../message/json-object.ts';
import type { Notification } from '../../message/notification.ts';
import { contentOf } from '../content-of.ts';
import { notesWithout } from '../notes.ts';
import { priorityFromJson } from '../priority.ts';
import type { Headers } from '../read-plain-text.ts';
import { isPresetName } from './preset-names.ts';
import type { Preset, PresetInput, PresetPorts, PresetReading } from './preset.ts';
import { loadPreset } from './registry.ts';

/** A guessed notification and what its preset may see. */
export interface GuessedNotification {
  /** The preset's name as the webhook stores it. */
  readonly preset: string;
  readonly notification: Notification;
  /** Request headers by lower-case name. */
  readonly headers: Headers;
  /** Absent where nothing may be reached, as in a preview: then signatures are not checked. */
  readonly ports?: PresetPorts | undefined;
}

/**
 * The notification as the webhook's preset reads it. What the preset leaves out stays guessed; when the body is not
 * what the preset's sender sends, all of it does, with a note. Never rejects: a preset never loses a notification.
 *
 * @see contract section 2, Presets
 */
export async function applyPreset({
  preset,
  notification,
  headers,
  ports,
}: GuessedNotification): Promise<Notification> {
  if (!isPresetName(preset)) return withNotes(notification, [`preset ${preset} is not known; fields were guessed`]);
  try {
    const loaded = await loadPreset(preset);
    // Text says nothing to a preset, but one that checks who sent it has to see it.
    const readable = notification.format !== 'text' || loaded.check !== undefined;
    const reading = readable ? await readWith(loaded, { body: notification.payload, headers }, ports) : undefined;
    if (reading !== undefined) return applyReading(notification, reading, preset);
    return withNotes(notification, [`preset ${preset}: the body is not what its sender sends; fields were guessed`]);
  } catch {
    return withNotes(notification, [`preset ${preset} failed; fields were guessed`]);
  }
}

/** The step of reading that a webhook's preset is; `undefined` for a webhook without one. */
export function presetStep(
  preset: string | undefined,
  ports?: PresetPorts,
): ((notification: Notification, headers: Headers) => Promise<Notification>) | undefined {
  if (preset === undefined) return undefined;
  return async (notification, headers) => applyPreset({ preset, notification, headers, ports });
}

async function readWith(preset: Preset, input: PresetInput, ports?: PresetPorts): Promise<PresetReading | undefined> {
  const reading = preset.read(input);
  if (reading === undefined || preset.check === undefined || ports === undefined) return reading;
  return preset.check(input, reading, ports);
}

/** Puts what a preset read over what was guessed, within the limits of every notification. */
export function applyReading(notification: Notification, reading: PresetReading, preset: string): Notification {
  const title = readableText(reading.title);
  const message = readableText(reading.message);
  const priority = priorityFromJson(reading.priority);
  const given = [title === undefined ? '' : 'title', message === undefined ? '' : 'message'].filter(Boolean);
  const replaced = [...given, ...(priority === undefined ? [] : ['priority']), 'tags'];
  const { content, notes } = contentOf({
    title,
    message: message ?? notification.content.message,
    priority,
    tags: reading.tags.filter((tag) => tag !== undefined),
  });
  return {
    ...notification,
    content: { ...notification.content, ...content },
    notes: [
      ...given.map((field) => `${field} ← preset ${preset}`),
      ...notesWithout(notification.notes, replaced),
      ...notes,
      ...(reading.notes ?? []),
    ],
    ...(reading.isDoubted === undefined ? {} : { isDoubted: reading.isDoubted }),
  };
}

function withNotes(notification: Notification, notes: readonly string[]): Notification {
  return { ...notification, notes: [...notification.notes, ...notes] };
}
