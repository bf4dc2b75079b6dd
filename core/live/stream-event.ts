import type { LiveStreamConfig } from '../channels/live-stream-config.ts';
import { withoutDirection } from '../message/direction.ts';
import { eventFrame } from './frame.ts';
import type { LiveNotification } from './live-event.ts';
import { compactJson, jsonOnOneLine, onOneLine } from './one-line.ts';
import { timeOf } from './position.ts';

/** What a channel's readers see of a notification. */
export interface Rendering {
  readonly config: LiveStreamConfig;
  /** JSON text of the request body, `{}` for plain text. Needed when the channel includes payloads, else unused. */
  readonly payload: string | undefined;
}

/** The frame that carries a notification to the readers of a channel (specification 2.7, contract section 4). */
export function notificationFrame(event: LiveNotification, rendering: Rendering): string {
  const switched = applySwitches(event, rendering);
  const data = rendering.config.format === 'json' ? jsonLine(switched) : textLine(switched);
  return eventFrame(event.id, data);
}

/** A notification with what the channel's switches leave of it. */
function applySwitches({ id, content }: LiveNotification, { config, payload }: Rendering) {
  return {
    id,
    content: {
      title: content.title,
      message: content.message,
      priority: config.includePriority ? content.priority : undefined,
      tags: config.includeTags && content.tags.length > 0 ? content.tags : undefined,
    },
    payload: config.includePayload ? payload : undefined,
  };
}

type Switched = ReturnType<typeof applySwitches>;

/** The payload's own text is spliced in, never parsed and written again: numbers keep every digit. */
function jsonLine({ id, content, payload }: Switched): string {
  const { title, message, priority, tags } = content;
  const json = JSON.stringify({ title, message, timestamp: new Date(timeOf(id)).toISOString(), priority, tags });
  return jsonOnOneLine(payload === undefined ? json : `${json.slice(0, -1)},"payload":${payload}}`);
}

function textLine({ content, payload }: Switched): string {
  const { title, message, priority, tags } = content;
  const texts = [
    title,
    message,
    priority === undefined ? undefined : `priority ${priority}`,
    tags?.map((tag) => `#${tag}`).join(' '),
  ].map((text) => text && withoutDirection(text));
  return [...texts, payload === undefined ? undefined : compactJson(payload)]
    .filter((field) => field !== undefined)
    .map(textField)
    .join(' | ');
}

/**
 * Keeps ` | ` for the space between fields: inside one it becomes ` ¦ `, also where two share a space or where a bar
 * stands at an end of the field, so that splitting a line at ` | ` always gives its fields back.
 */
function textField(text: string): string {
  return onOneLine(text).replace(/(?<=^| )\|(?= |$)/g, '¦');
}
