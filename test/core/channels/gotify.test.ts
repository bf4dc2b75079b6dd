import { describe, expect, it } from 'vitest';
import { describeVendor } from '../../vendors/contract.ts';
import { vendor } from '../../vendors/gotify.ts';
import { MESSAGE_URL } from '../../vendors/notifications.ts';
import { sendTo } from '../../vendors/send-to.ts';
import { jsonAnswer } from '../../vendors/vendor.ts';
import { alertView, resolved } from '../../vendors/alerts.ts';

const error = (errorCode: number, name: string, errorDescription: string) =>
  jsonAnswer(errorCode, { error: name, errorCode, errorDescription });

describeVendor(vendor, [
  { when: '400: failed', answer: error(400, 'Bad Request', 'unexpected EOF'), means: 'failed', says: 'unexpected EOF' },
  {
    when: '401: off',
    answer: error(401, 'Unauthorized', 'you need to provide a valid access token'),
    means: 'off',
    says: 'valid access token',
  },
  { when: '403: off', answer: error(403, 'Forbidden', 'you are not allowed to access this api'), means: 'off' },
  { when: '404 of another server: failed', answer: { status: 404, body: '<html>' }, means: 'failed' },
  {
    when: '500: retry',
    answer: error(500, 'Internal Server Error', 'database is locked'),
    means: 'retry',
    says: 'database is locked',
  },
]);

describe('a message in Gotify', () => {
  it('has a title, the message, the facts, and leads to the message when it is tapped', async () => {
    const { shown } = await sendTo(vendor);

    expect(shown()).toEqual({
      title: 'Disk full on web-1',
      message: 'Only 3 % left on /var, growing by 2 GB an hour.',
      link: MESSAGE_URL,
      rest: 'High priority · #disk #prod · Monitoring',
    });
  });

  it.each([
    [1, 1],
    [2, 3],
    [3, 5],
    [4, 7],
    [5, 10],
  ])('with priority %i has %i of 10', async (priority, of10) => {
    const { requests } = await sendTo(vendor, { priority });

    expect(JSON.parse(requests[0]!.body)).toMatchObject({ priority: of10 });
  });
});

describe('an alert in Gotify', () => {
  it('is loud while it fires, and quiet when it is over', async () => {
    const fires = await sendTo(vendor, { priority: 5, shows: alertView() });
    const over = await sendTo(vendor, { priority: 5, shows: resolved });

    expect(JSON.parse(fires.requests[0]!.body)).toMatchObject({ priority: 10 });
    expect(JSON.parse(over.requests[0]!.body)).toMatchObject({ priority: 5, title: 'Resolved: Disk full on web-1' });
  });
});
