import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { pagerduty } from '../../../core/channels/pagerduty.ts';
import { describeVendor } from '../../vendors/contract.ts';
import { MESSAGE_URL, notification, outgoing } from '../../vendors/notifications.ts';
import { pagerdutyBoard, vendor } from '../../vendors/pagerduty.ts';
import { BASE_URL, NOW, sendTo } from '../../vendors/send-to.ts';
import { jsonAnswer, seen, type VendorRequest } from '../../vendors/vendor.ts';
import { acknowledged, alertView, resolved } from '../../vendors/alerts.ts';
import { showAlert } from '../../vendors/show-alert.ts';

const invalid = (...errors: string[]) =>
  jsonAnswer(400, { status: 'invalid event', message: 'Event object is invalid', errors });

describeVendor(vendor, [
  { when: '202: it will be processed', answer: jsonAnswer(202, { status: 'success' }), means: 'delivered' },
  {
    when: '400: failed',
    answer: invalid("'payload.severity' is invalid"),
    means: 'failed',
    says: "'payload.severity' is invalid",
  },
  {
    when: '400 routing key: off',
    answer: invalid("Length of 'routing_key' is incorrect (should be 32 characters)"),
    means: 'off',
    says: 'routing_key',
  },
  {
    when: '429: retry in minutes',
    answer: jsonAnswer(429, {
      status: 'throttle exceeded',
      message: 'Requests for this service are arriving too quickly.',
    }),
    means: 'retry',
    retryAfterSeconds: 120,
  },
  { when: '500: retry', answer: { status: 500, body: 'Internal Server Error' }, means: 'retry' },
]);

describe('an event in PagerDuty', () => {
  it("goes to the vendor's own address when the channel names no other", async () => {
    const { requests } = await sendTo(vendor, { config: { apiBaseUrl: undefined } });

    expect(requests[0]!.url.href).toBe('https://events.pagerduty.com/v2/enqueue');
  });

  it('has a summary, the message with the original body as details, and a link', async () => {
    const { shown, requests } = await sendTo(vendor);

    expect(shown()).toEqual({
      title: 'Disk full on web-1',
      message: 'Only 3 % left on /var, growing by 2 GB an hour.',
      link: MESSAGE_URL,
      rest: 'error · Monitoring · disk · prod',
    });
    expect(requests[0]!.body).toContain(`"payload":${notification.payloadText}}}}`);
  });

  it.each([
    [1, 'info'],
    [2, 'info'],
    [3, 'warning'],
    [4, 'error'],
    [5, 'critical'],
  ])('with priority %s has severity %s', async (priority, severity) => {
    const { requests } = await sendTo(vendor, { priority });

    expect(JSON.parse(requests[0]!.body)).toMatchObject({ payload: { severity } });
  });

  it.each([
    [['disk'], 'trigger', notification.id],
    [['disk', 'resolved'], 'trigger', notification.id],
    [['dedup:web-1/disk'], 'trigger', 'web-1/disk'],
    [['resolved', 'dedup:web-1/disk'], 'resolve', 'web-1/disk'],
    [['dedup:'], 'trigger', notification.id],
    [[`dedup:${'k'.repeat(300)}`], 'trigger', 'k'.repeat(255)],
  ])('tagged %j is a %s of %s', async (tags, event_action, dedup_key) => {
    const { requests } = await sendTo(vendor, { tags });

    expect(JSON.parse(requests[0]!.body)).toMatchObject({ event_action, dedup_key });
  });

  it('goes without the original body when that is too big', async () => {
    const { outcome, requests, shown } = await sendTo(vendor, {
      payloadText: JSON.stringify({ x: 'é'.repeat(300_000) }),
    });

    expect(outcome.kind).toBe('delivered');
    expect(requests[0]!.body.length).toBeLessThan(2000);
    expect(shown().message).toBe(notification.message);
  });

  it('goes without a body when there was none', async () => {
    const { requests } = await sendTo(vendor, { payloadText: '{}' });

    expect(JSON.parse(requests[0]!.body).payload.custom_details).not.toHaveProperty('payload');
  });
});

describe('an alert in PagerDuty', () => {
  const actionsOf = (requests: readonly VendorRequest[]) =>
    requests.map(({ body }) => z.object({ event_action: z.string() }).parse(JSON.parse(body)).event_action);

  it('is an incident by its own ID, whatever the tags of its messages', async () => {
    const board = pagerdutyBoard();

    const { requests } = await showAlert(vendor, board, { message: { tags: ['dedup:disk', 'resolved'] } });

    expect(JSON.parse(requests[0]!.body)).toMatchObject({ event_action: 'trigger', dedup_key: alertView().id });
  });

  it('that PagerDuty has not seen is triggered before it is acknowledged, under its own title', async () => {
    const board = pagerdutyBoard();

    const { requests, reference } = await showAlert(vendor, board, { alert: acknowledged });

    expect(actionsOf(requests)).toEqual(['trigger', 'acknowledge']);
    expect(reference).toMatch(/al_01J0000000000000000000000C$/);
    expect(board.posts()).toMatchObject([{ title: 'Disk full on web-1', state: 'acknowledged' }]);
  });

  it('is not acknowledged where it could not be triggered', async () => {
    const { requests, outcome } = await showAlert(vendor, pagerdutyBoard(), {
      alert: acknowledged,
      answer: () => ({ status: 500, body: '' }),
    });

    expect(outcome.kind).toBe('retry');
    expect(requests).toHaveLength(1);
  });

  it('that is over calls nobody who was not called before', async () => {
    const board = pagerdutyBoard();

    const { requests, outcome } = await showAlert(vendor, board, { alert: resolved });

    expect(actionsOf(requests)).toEqual(['resolve']);
    expect(outcome.kind).toBe('delivered');
    expect(board.posts()).toEqual([]);
  });

  it('is ended by its ID also where the channel does not edit', () => {
    const context = { deliveryId: 'dlv_1', now: NOW, userAgent: 'test', alert: resolved };

    const requests = pagerduty.render(outgoing(), vendor.config(BASE_URL), context);

    expect(actionsOf(requests.map(seen))).toEqual(['resolve']);
  });
});
