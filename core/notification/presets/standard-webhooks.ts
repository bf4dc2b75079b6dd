import { objectAt, textAt } from './body-value.ts';
import type { Preset } from './preset.ts';
import { capitalised, fieldLines, joined, lines, quote, words } from './wording.ts';

/** How a failure is named by those who write such events. */
const FAILED = /fail|error|reject|bounce|complain|denied|suspend|expire/i;

/**
 * Whatever follows Standard Webhooks: `type`, `timestamp`, `data`.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export const standardWebhooks: Preset = {
  read({ body }) {
    const type = textAt(body, 'type', 'event_type', 'eventType');
    if (type === undefined) return undefined;
    const subject = textAt(body, 'data.title', 'data.subject', 'data.name', 'data.fullName', 'data.full_name');
    const text = textAt(body, 'data.message', 'data.text', 'data.description', 'data.summary');
    return {
      title: joined([capitalised(words(type)), subject], ': '),
      message:
        lines(quote(text), text === undefined ? fieldLines(objectAt(body, 'data')) : undefined) ??
        capitalised(words(type)),
      priority: FAILED.test(type) ? 4 : 2,
      tags: [type.split('.')[0], type],
    };
  },
  deliveryId: ({ headers }) => headers['webhook-id'] ?? headers['svix-id'],
};
