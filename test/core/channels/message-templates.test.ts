import { describe, expect, it } from 'vitest';
import {
  applyMessageTemplates,
  MessageTemplates,
  messageTemplateNotes,
} from '../../../core/channels/message-templates.ts';
import { MESSAGE_URL, outgoing } from '../../vendors/notifications.ts';

const notification = outgoing();
const { title: _, ...untitledContent } = notification.content;
const untitled = { ...notification, content: untitledContent };

describe('the templates of a channel', () => {
  it('see what the notification says, its body and its link', () => {
    const message =
      '{{ title }}|{{ message }}|{{ priority }}|{{ tags | join }}|{{ source }}|{{ receivedAt }}|{{ link }}|{{ body.host }}';

    expect(applyMessageTemplates(notification, { message }, MESSAGE_URL).content.message).toBe(
      `Disk full on web-1|${notification.content.message}|4|disk prod|Monitoring|2026-11-20T09:59:59.000Z|${MESSAGE_URL}|web-1`,
    );
  });

  it('leave alone what they do not name, or fail to write', () => {
    const failing = { title: '{{ title | no_such_filter }}', message: '{{ message' };

    expect(applyMessageTemplates(notification, {}, undefined)).toEqual(notification);
    expect(applyMessageTemplates(notification, undefined, undefined)).toBe(notification);
    expect(applyMessageTemplates(notification, failing, undefined)).toEqual(notification);
  });

  it('leave alone what they would need too much memory to write', () => {
    const greedy = '{% for i in (1..5000000) %}x{% endfor %}';

    expect(MessageTemplates.safeParse({ message: greedy }).success).toBe(true);
    expect(applyMessageTemplates(notification, { title: greedy, message: greedy }, undefined)).toEqual(notification);
  });

  it('are noted when they fail, with why and where', () => {
    const failing = { title: '{{ title | no_such_filter }}', message: '{{ message' };

    expect(messageTemplateNotes(notification, failing, undefined)).toEqual([
      expect.stringMatching(/^title template failed: .+ \(line 1, column \d+\)$/),
      expect.stringMatching(/^message template failed: .+ \(line 1, column \d+\)$/),
    ]);
    expect(messageTemplateNotes(notification, { title: 'Fine' }, undefined)).toEqual([]);
    expect(messageTemplateNotes(notification, undefined, undefined)).toEqual([]);
  });

  it('give no title to a notification without one when they write none', () => {
    expect(applyMessageTemplates(untitled, { message: '{{ priority }}' }, undefined)).toEqual({
      ...untitled,
      content: { ...untitledContent, message: '4' },
    });
  });

  it('give a title to a notification without one, and may take one away', () => {
    expect(applyMessageTemplates(untitled, { title: 'From {{ source }}' }, undefined).content.title).toBe(
      'From Monitoring',
    );
    expect(applyMessageTemplates(notification, { title: '{% if false %}x{% endif %}' }, undefined).content.title).toBe(
      '',
    );
  });

  it.each([{ title: '' }, { message: '{% if %}' }, { body: 'x' }, { message: 'x'.repeat(8193) }])(
    'refuse %j on save',
    (templates) => {
      expect(MessageTemplates.safeParse(templates).success).toBe(false);
    },
  );
});
