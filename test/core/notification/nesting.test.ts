import { describe, expect, it } from 'vitest';
import { applyMessageTemplates } from '../../../core/channels/message-templates.ts';
import { presetStep } from '../../../core/notification/presets/apply-preset.ts';
import { presetNames } from '../../../core/notification/presets/preset-names.ts';
import { readNotificationWith } from '../../../core/notification/read-notification-with.ts';
import { dedupIdOf } from '../../../core/sending/dedup-id.ts';
import { route } from '../../../core/sending/route.ts';

const DEPTH = 50_000;
const lists = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
const objects = `${'{"text":'.repeat(DEPTH)}"x"${'}'.repeat(DEPTH)}`;
const blocks = `${'{"elements":['.repeat(DEPTH / 2)}${']}'.repeat(DEPTH / 2)}`;
/** Keys that readers of any kind look into. */
const keys = [
  'title',
  'message',
  'text',
  'tags',
  'priority',
  'blocks',
  'attachments',
  'data',
  'alert',
  'body',
  'commits',
];

const templates = { title: '{{ data }}', message: '{{ body | json }}', tags: '{{ tags | join }}' };
const links = ['data[*][*][*]', `data${'[*]'.repeat(500)}`, 'data.text.text', 'blocks'].flatMap((path, index) => [
  {
    channelId: `ch_${index}`,
    kind: 'webhook' as const,
    enabled: true,
    filter: { path, op: 'contains' as const, value: 'x' },
  },
  { channelId: `ch_all_${index}`, kind: 'webhook' as const, enabled: true, filter: null },
]);

describe('a body of a megabyte that is nested as deeply as can be', () => {
  const most = 520_000;
  const bodies = [
    `{"message":${'['.repeat(most)}${']'.repeat(most)}}`,
    `{"message":"M","data":${lists},"blocks":[${blocks}],"attachments":${objects}}`,
    ...[lists, objects, `[${blocks}]`].map(
      (deep) => `{${keys.map((key) => `"${key}":${key === 'data' ? deep : lists}`).join(',')}}`,
    ),
  ];

  it.each([undefined, ...presetNames])('is read, routed and named with the preset %s', async (preset) => {
    for (const text of bodies) {
      const headers = { 'content-type': 'application/json' };
      const options = { applyPreset: presetStep(preset), templates };

      const result = await readNotificationWith({ text, headers }, options);

      if (result.kind !== 'notification') throw new Error('the body is one JSON object');
      const { content, payload } = result.notification;
      const routing = await route({ links }, { ...content, payload });
      expect(content.message).not.toBe('');
      expect(routing.filter(({ matched }) => matched)).toHaveLength(4);
      expect(['string', 'undefined']).toContain(
        typeof (await dedupIdOf({ headers, body: result.notification.payload, preset, sent: text })),
      );
    }
  });

  it.each(
    bodies
      .map((text) => text.slice(0, 20))
      .entries()
      .toArray(),
  )('leaves a channel what it would say: row %d', (index) => {
    const message = {
      id: 'msg_1',
      content: { message: 'M', tags: [] },
      receivedAt: '2026-05-01T12:00:00Z',
      hops: [],
      webhook: { id: 'wh_1', name: 'CI' },
      payloadText: bodies[index] ?? '',
    };

    expect(applyMessageTemplates(message, { message: '{{ body | json }}' }, undefined).content.message).toBe('M');
  });
});
