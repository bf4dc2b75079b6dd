import { describe, expect, it } from 'vitest';
import { type Delivered, dedupIdOf } from '../../../core/sending/dedup-id.ts';

const ANY_HASH = /:[0-9a-f]{64}$/;

/** Presets whose senders name their deliveries. */
const NAMING_PRESETS = [
  'github',
  'gitlab',
  'sentry',
  'stripe',
  'aws-sns',
  'aws-cloudwatch',
  'aws-eventbridge',
  'pagerduty',
  'standard-webhooks',
];

const idOf = async (delivered: Omit<Delivered, 'sent'>) => dedupIdOf({ ...delivered, sent: '{}' });

describe('the id of a delivery', () => {
  const body = { id: 'evt_1' };

  it.each([
    ['the idempotency key on any webhook', { headers: { 'idempotency-key': ' k1 ' }, body }, 'key:k1'],
    [
      'the idempotency key before the id of the preset',
      { headers: { 'idempotency-key': 'k1' }, body, preset: 'stripe' },
      'key:k1',
    ],
    ['the id that the preset names', { headers: {}, body, preset: 'stripe' }, 'stripe:evt_1'],
    ['nothing without a preset', { headers: {}, body }, undefined],
    ['nothing with a preset that is gone', { headers: {}, body, preset: 'gone' }, undefined],
    ['nothing with a preset that names none', { headers: {}, body, preset: 'grafana' }, undefined],
    ['nothing where the preset finds none', { headers: {}, body: {}, preset: 'stripe' }, undefined],
    ['nothing of a blank key', { headers: { 'idempotency-key': ' ' }, body: {} }, undefined],
    [
      'a key as long as may be',
      { headers: { 'idempotency-key': 'k'.repeat(256) }, body: {} },
      `key:${'k'.repeat(256)}`,
    ],
    ['nothing of an overlong key', { headers: { 'idempotency-key': 'k'.repeat(257) }, body: {} }, undefined],
    ['nothing of a header that is undefined', { headers: { 'idempotency-key': undefined }, body: {} }, undefined],
  ])('is %s', async (_, delivered, expected) => {
    const id = await idOf(delivered);

    expect(id?.replace(ANY_HASH, '')).toBe(expected);
  });
});

describe('one id for two notifications', () => {
  const key = { 'idempotency-key': 'k1' };

  it.each([
    ['another body', { headers: key, body: {}, sent: 'one' }, { headers: key, body: {}, sent: 'two' }],
    [
      'another title of a plain text',
      { headers: { ...key, 'x-title': 'one' }, body: {}, sent: 'text' },
      { headers: { ...key, 'x-title': 'two' }, body: {}, sent: 'text' },
    ],
    [
      'another priority of a plain text',
      { headers: { ...key, 'x-priority': '1' }, body: {}, sent: 'text' },
      { headers: { ...key, 'x-priority': '2' }, body: {}, sent: 'text' },
    ],
    [
      'other tags of a plain text',
      { headers: { ...key, 'x-tags': 'one' }, body: {}, sent: 'text' },
      { headers: { ...key, 'x-tags': 'two' }, body: {}, sent: 'text' },
    ],
    [
      'a title that could be read as part of the body',
      { headers: { ...key, 'x-tags': 'a' }, body: {}, sent: '"]b' },
      { headers: { ...key, 'x-tags': 'a"]' }, body: {}, sent: 'b' },
    ],
  ])('is told apart by %s', async (_, first, second) => {
    const ids = await Promise.all([first, second].map(dedupIdOf));

    expect(ids[0]).toMatch(ANY_HASH);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it.each(NAMING_PRESETS)('is told apart for %s', async (preset) => {
    const headers = {
      'x-github-delivery': 'd1',
      'webhook-id': 'd1',
      'x-gitlab-event-uuid': 'd1',
      'sentry-hook-resource': 'issue',
      'request-id': 'd1',
    };
    const envelope = { Type: 'Notification', MessageId: 'd1', TopicArn: 'arn:aws:sns:eu-west-1:1:t', Message: 'm' };
    const common = { ...envelope, id: 'd1', 'detail-type': 'x', event: { id: 'd1' } };
    const bodies = [common, { ...common, other: 1 }];

    const ids = await Promise.all(
      bodies.map((body) => dedupIdOf({ headers, body, preset, sent: JSON.stringify(body) })),
    );

    expect(ids[0]).toMatch(ANY_HASH);
    expect(ids[0]).not.toBe(ids[1]);
  });
});

describe('a repetition', () => {
  it('is the same whether its body comes as text or as bytes', async () => {
    const headers = { 'idempotency-key': 'k1' };
    const body = '{"message":"é"}';

    const ids = await Promise.all([body, Buffer.from(body)].map((sent) => dedupIdOf({ headers, body: {}, sent })));

    expect(ids[0]).toBe(ids[1]);
  });

  it('is the same when all that changed is what Stripe counts', async () => {
    const events = [1, 0].map((pending) => ({ id: 'evt_1', type: 'invoice.paid', pending_webhooks: pending }));

    const ids = await Promise.all(
      events
        .flatMap((body) => [JSON.stringify(body), Buffer.from(JSON.stringify(body))].map((sent) => ({ body, sent })))
        .map(({ body, sent }) => dedupIdOf({ headers: {}, body, preset: 'stripe', sent })),
    );

    expect(new Set(ids).size).toBe(1);
  });

  it('is found in a body that nests as deeply as can be', async () => {
    const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
    const sent = [1, 2].map((pending) => `{"id":"evt_1","pending_webhooks":${pending},"data":${deep}}`);

    const ids = await Promise.all(
      sent.map((text) => dedupIdOf({ headers: {}, body: { id: 'evt_1' }, preset: 'stripe', sent: text })),
    );

    expect(ids[0]).toMatch(/^stripe:evt_1:/);
    expect(ids[0]).toBe(ids[1]);
  });
});
