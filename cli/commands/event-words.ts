import * as z from 'zod/mini';
import type { Paint } from '../terminal/print.ts';
import { oneLine } from '../terminal/safe-text.ts';

const Fields = z.looseObject({
  title: z.optional(z.string()),
  message: z.optional(z.string()),
  timestamp: z.optional(z.string()),
  priority: z.optional(z.number()),
  tags: z.optional(z.array(z.string())),
});

/** An event of a stream: its fields, or the one line of a channel in text format. */
export type StreamEvent = { readonly id: string } & (z.infer<typeof Fields> | { readonly text: string });

const URGENT = 4;

/** Reads what a stream carries in either format. */
export function readEvent(id: string, data: string): StreamEvent {
  try {
    const parsed = Fields.safeParse(JSON.parse(data));
    if (parsed.success) return { ...parsed.data, id };
  } catch {
    // The channel writes text.
  }
  return { id, text: data };
}

/** One line for people: time, title, message, priority, tags. */
export function eventLine(event: StreamEvent, paint: Paint): string {
  if ('text' in event && typeof event.text === 'string') return oneLine(event.text);
  const { timestamp, title, message, priority, tags } = Fields.parse(event);
  const isUrgent = priority !== undefined && priority >= URGENT;
  const parts = [
    timestamp === undefined ? '' : paint('dim', oneLine(timestamp)),
    title === undefined ? '' : paint(isUrgent ? ['bold', 'red'] : 'bold', oneLine(title)),
    message === undefined ? '' : oneLine(message),
    priority === undefined ? '' : paint(isUrgent ? 'red' : 'dim', `priority ${priority}`),
    ...(tags ?? []).map((tag) => paint('cyan', `#${oneLine(tag)}`)),
  ];
  return parts.filter((part) => part !== '').join('  ');
}
