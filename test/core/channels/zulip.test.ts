import { describe, expect, it } from 'vitest';
import { describeVendor } from '../../vendors/contract.ts';
import { MESSAGE_URL } from '../../vendors/notifications.ts';
import { sendTo } from '../../vendors/send-to.ts';
import { jsonAnswer } from '../../vendors/vendor.ts';
import { vendor } from '../../vendors/zulip.ts';

const error = (status: number, code: string, msg: string, more = {}) =>
  jsonAnswer(status, { result: 'error', msg, code, ...more });

describeVendor(vendor, [
  {
    when: '400 no channel: failed',
    answer: error(400, 'STREAM_DOES_NOT_EXIST', "Channel 'ops' does not exist"),
    means: 'failed',
    says: 'does not exist (STREAM_DOES_NOT_EXIST)',
  },
  {
    when: '401 key: off',
    answer: error(401, 'INVALID_API_KEY', 'Invalid API key'),
    means: 'off',
    says: 'Invalid API key',
  },
  { when: '401 bot deactivated: off', answer: error(401, 'USER_DEACTIVATED', 'Account is deactivated'), means: 'off' },
  {
    when: '401 organization deactivated: off',
    answer: error(401, 'REALM_DEACTIVATED', 'This organization has been deactivated'),
    means: 'off',
  },
  {
    when: '429: retry after the body, rounded up',
    answer: error(429, 'RATE_LIMIT_HIT', 'API usage exceeded rate limit', { 'retry-after': 28.706 }),
    means: 'retry',
    retryAfterSeconds: 29,
  },
  { when: '500: retry', answer: error(500, 'INTERNAL_SERVER_ERROR', 'Internal server error'), means: 'retry' },
]);

describe('a message in Zulip', () => {
  it('has a bold title, the message, and the facts with the link', async () => {
    const { shown } = await sendTo(vendor);

    expect(shown()).toEqual({
      title: 'Disk full on web-1',
      message: 'Only 3 % left on /var, growing by 2 GB an hour.',
      link: MESSAGE_URL,
      rest: 'High priority · #disk #prod · Monitoring',
    });
  });

  it('calls nobody, unless the channel allows it', async () => {
    const silent = await sendTo(vendor, { message: '@**all** look' });
    const loud = await sendTo(vendor, { message: '@**all** look', config: { allowMentions: true } });

    const contents = [silent, loud].map(({ requests }) => new URLSearchParams(requests[0]!.body).get('content'));
    expect(contents[0]).toContain('@\u200b**all** look');
    expect(contents[1]).toContain('@**all** look');
  });
});
