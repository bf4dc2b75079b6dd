import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPreset } from '../../../../core/notification/presets/apply-preset.ts';
import { dedupIdOf } from '../../../../core/sending/dedup-id.ts';
import { presetNames } from '../../../../core/notification/presets/preset-names.ts';
import { readBody, withFields } from '../reading.ts';

/** Keys that presets look for, so that arbitrary bodies reach deep into them. */
const keys =
  'action alert alerts annotations body commits data detail detail-type event event_type heartbeat hook_event_name issue labels message Message metric_alert monitor msg object object_attributes object_kind pull_request Records ref release repository review status title TopicArn MessageId Type type tool_input trigger workflow_run AlarmName __proto__'.split(
    ' ',
  );
const leaf = fc.oneof(
  fc.string(),
  fc.constantFrom('Notification', 'push', 'failed', 'a.b', '{"a":1}'),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('value'), { maxLength: 4 }), tie('object')),
  object: fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), tie('value'), { maxKeys: 8 }),
}));
const headers = fc.record({
  'x-github-event': fc.constantFrom('push', 'pull_request', 'workflow_run', 'code_scanning_alert', 'constructor'),
  'sentry-hook-resource': fc.constantFrom('issue', 'event_alert', '__proto__'),
  'idempotency-key': fc.option(fc.string(), { nil: undefined }),
});

describe.each(presetNames)('preset %s on any JSON object', (preset) => {
  test('neither throws nor loses the notification, and keeps every limit', async () => {
    await fc.assert(
      fc.asyncProperty(json.object, headers, async (body, sent) => {
        const notification = readBody(JSON.parse(JSON.stringify(body)));
        const ports = { fetchText: async () => undefined, now: () => 0 };

        const read = withFields(await applyPreset({ preset, notification, headers: sent, ports }));

        expect(read.message).not.toBe('');
        expect(Array.from(read.message).length).toBeLessThanOrEqual(4000);
        expect(Array.from(read.title ?? '').length).toBeLessThanOrEqual(200);
        expect([undefined, 1, 2, 3, 4, 5]).toContain(read.priority);
        expect(read.tags.every((tag) => typeof tag === 'string' && tag !== '')).toBe(true);
        expect(read.notes.join('\n')).not.toContain('failed');
        expect(read.payload).toBe(notification.payload);
      }),
      { numRuns: 150 },
    );
  });

  test.each([' ', "'", '-', '%', '\n', 'a.', '/'])('reads a body full of %j in a moment', async (filler) => {
    const text = `x${filler.repeat(20_000)}x`;
    const inner = Object.fromEntries(keys.map((key) => [key, text]));
    const body = { ...inner, data: inner, event: { data: inner }, object_attributes: inner, alerts: [inner] };
    const sent = { 'x-github-event': 'push', 'sentry-hook-resource': text };
    const notification = readBody(body);
    const start = performance.now();

    await applyPreset({ preset, notification, headers: sent });

    expect(performance.now() - start).toBeLessThan(1000);
  });

  test('names a delivery without throwing', async () => {
    await fc.assert(
      fc.asyncProperty(json.object, headers, async (body, sent) => {
        const id = await dedupIdOf({ headers: sent, body: JSON.parse(JSON.stringify(body)), preset, sent: '' });

        expect(id === undefined || id.length > 0).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
