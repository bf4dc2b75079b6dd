import { describe, expect, it } from 'vitest';
import { describeVendor } from '../../vendors/contract.ts';
import { MESSAGE_URL } from '../../vendors/notifications.ts';
import { vendor } from '../../vendors/pushover.ts';
import { NOW, sendTo } from '../../vendors/send-to.ts';
import { jsonAnswer } from '../../vendors/vendor.ts';
import { alertView, resolved } from '../../vendors/alerts.ts';

const error = (status: number, fields: object, message: string, headers = {}) =>
  jsonAnswer(status, { ...fields, errors: [message], status: 0, request: 'r' }, headers);
const reset = { 'x-limit-app-reset': String(NOW / 1000 + 3600) };

describeVendor(vendor, [
  {
    when: '400 token: off',
    answer: error(400, { token: 'invalid' }, 'application token is invalid'),
    means: 'off',
    says: 'application token is invalid',
  },
  {
    when: '400 user: off',
    answer: error(400, { user: 'invalid' }, 'user identifier is not a valid user'),
    means: 'off',
    says: 'user identifier',
  },
  {
    when: '400 otherwise: failed',
    answer: error(400, { message: 'cannot be blank' }, 'message cannot be blank'),
    means: 'failed',
    says: 'cannot be blank',
  },
  {
    when: '429 quota of the month: retry when it is over',
    answer: error(429, {}, 'application has exceeded its monthly limit', reset),
    means: 'retry',
    retryAfterSeconds: 3600,
  },
  { when: '500: retry', answer: error(500, {}, 'internal error'), means: 'retry' },
]);

describe('a message in Pushover', () => {
  it("goes to the vendor's own address when the channel names no other", async () => {
    const { requests } = await sendTo(vendor, { config: { apiBaseUrl: undefined } });

    expect(requests[0]!.url.href).toBe('https://api.pushover.net/1/messages.json');
  });

  it('has a title, the message, tags and source, and a link', async () => {
    const { shown } = await sendTo(vendor);

    expect(shown()).toEqual({
      title: 'Disk full on web-1',
      message: 'Only 3 % left on /var, growing by 2 GB an hour.',
      link: MESSAGE_URL,
      rest: '#disk #prod · Monitoring',
    });
  });

  it.each([
    [1, -2],
    [2, -1],
    [3, 0],
    [4, 1],
    [5, 1],
  ])('with priority %i has %i', async (priority, theirs) => {
    const { requests } = await sendTo(vendor, { priority });

    expect(JSON.parse(requests[0]!.body)).toMatchObject({ priority: theirs });
  });

  it('rings until it is acknowledged when it is urgent and the channel wants that', async () => {
    const urgent = await sendTo(vendor, { priority: 5, config: { emergency: true } });
    const high = await sendTo(vendor, { priority: 4, config: { emergency: true } });

    expect(JSON.parse(urgent.requests[0]!.body)).toMatchObject({ priority: 2, retry: 60, expire: 3600 });
    expect(JSON.parse(high.requests[0]!.body)).toMatchObject({ priority: 1 });
  });
});

describe('an alert in Pushover', () => {
  it('rings until it is acknowledged while it fires, and no more when it is over', async () => {
    const config = { emergency: true };

    const fires = await sendTo(vendor, { priority: 5, config, shows: alertView() });
    const over = await sendTo(vendor, { priority: 5, config, shows: resolved });

    expect(JSON.parse(fires.requests[0]!.body)).toMatchObject({ priority: 2 });
    expect(JSON.parse(over.requests[0]!.body)).toMatchObject({ priority: 0, title: 'Resolved: Disk full on web-1' });
    expect(over.shown().message + over.shown().rest).toContain('Resolved after 12 min by Anna');
  });
});
