import { describe, expect, it } from 'vitest';
import { pagerduty } from '../../../../core/notification/dialects/pagerduty.ts';
import { MESSAGE_ID, reading, requestOf } from './reading.ts';

const to = '/v2/enqueue';
const KEY = `nrk_${'a'.repeat(64)}`;
const trigger = {
  routing_key: KEY,
  event_action: 'trigger',
  dedup_key: 'disk/web-1',
  payload: {
    summary: 'Disk full',
    source: 'web-1',
    severity: 'critical',
    component: 'disk',
    group: 'prod',
    class: 'space',
    timestamp: '2026-11-22T09:59:00Z',
    custom_details: { free: '1 %', mount: '/var' },
  },
  links: [{ href: 'https://x.test/1', text: 'Graph' }],
  client_url: 'https://x.test/2',
};

describe('PagerDuty Events v2', () => {
  it('reads a trigger', async () => {
    expect(await reading(pagerduty, { to, body: trigger })).toMatchObject({
      title: 'Disk full',
      message: 'Source: web-1\nfree: 1 %\nmount: /var\nhttps://x.test/1',
      priority: 5,
      tags: ['critical', 'disk', 'prod', 'space'],
      about: { key: 'disk/web-1', status: 'firing' },
      answer: { status: 202, json: { status: 'success', message: 'Event processed', dedup_key: 'disk/web-1' } },
    });
  });

  it.each([
    ['critical', 5],
    ['error', 4],
    ['warning', 3],
    ['info', 2],
  ])('makes %s priority %s', async (severity, priority) => {
    expect(await reading(pagerduty, { to, body: { ...trigger, payload: { severity } } })).toMatchObject({ priority });
  });

  it.each([
    ['acknowledge', 'acknowledged', 'Acknowledged: k'],
    ['resolve', 'resolved', 'Resolved: k'],
  ])('reads %s, which says nothing but its key', async (event_action, status, message) => {
    expect(await reading(pagerduty, { to, body: { event_action, dedup_key: 'k' } })).toMatchObject({
      message,
      about: { key: 'k', status },
    });
  });

  it('knows a trigger without a key by the id of its message, and says so', async () => {
    const read = await reading(pagerduty, { to, body: { event_action: 'trigger', payload: { summary: 'S' } } });

    expect(read).toMatchObject({ message: 'S', about: { key: MESSAGE_ID } });
    expect(read).toMatchObject({ answer: { json: { dedup_key: MESSAGE_ID } } });
    expect(read).not.toHaveProperty('title');
    expect(await reading(pagerduty, { to, body: { event_action: 'trigger' } })).toMatchObject({
      message: 'Triggered: no summary',
    });
    expect(
      await reading(pagerduty, { to, body: { event_action: 'trigger', payload: { source: 'web-1' } } }),
    ).toMatchObject({ message: 'Triggered: Source: web-1' });
  });

  it.each([
    [{ event_action: 'explode', dedup_key: 'k' }, 'event_action'],
    [{}, 'event_action'],
    [{ event_action: 'resolve' }, 'dedup_key'],
    [{ event_action: 'acknowledge', dedup_key: ' ' }, 'dedup_key'],
  ])('refuses %j', async (body, about) => {
    expect(await reading(pagerduty, { to, body })).toMatchObject({
      kind: 'invalid',
      error: expect.stringContaining(about),
    });
  });

  it('refuses what is no JSON object', async () => {
    expect(await reading(pagerduty, { to, body: '[1]' })).toEqual({ kind: 'invalid', error: 'Invalid JSON body' });
  });

  it('masks the key wherever it stands, however it is written, and keeps every digit of the rest', async () => {
    const escaped = `{"n":12345678901234567890,"routing\\u005fkey":"${KEY}","event_action":"trigger","routing_key":"${KEY}","payload":{"summary":"S"}}`;
    const read = await reading(pagerduty, { to, body: escaped });

    expect(read).toMatchObject({
      payloadText:
        '{"n":12345678901234567890,"routing\\u005fkey":"••••","event_action":"trigger","routing_key":"••••","payload":{"summary":"S"}}',
      payload: { routing_key: '••••' },
    });
    expect(read).toMatchObject({ keys: [KEY, undefined] });
  });

  it('finds a token in the header too, and no key in a broken body', () => {
    const headers = { authorization: `Token token=${KEY}` };

    expect(pagerduty.keysIn(requestOf(pagerduty, { to, headers, body: '{' }).request)).toEqual([undefined, KEY]);
  });

  it('answers errors as PagerDuty does', () => {
    const { request } = requestOf(pagerduty, { to });

    expect(pagerduty.refused({ status: 400, error: 'no' }, request).json).toEqual({
      status: 'invalid event',
      message: 'Event object is invalid',
      errors: ['no'],
    });
    expect(pagerduty.refused({ status: 401, error: 'Invalid API key' }, request).json).toEqual({
      status: 'error',
      message: 'Invalid API key',
      errors: ['Invalid API key'],
    });
  });
});
