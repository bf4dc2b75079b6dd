import { describe, expect, it } from 'vitest';
import { describeVendor } from '../../vendors/contract.ts';
import { MESSAGE_URL } from '../../vendors/notifications.ts';
import { vendor } from '../../vendors/rocket-chat.ts';
import { sendTo } from '../../vendors/send-to.ts';
import { jsonAnswer } from '../../vendors/vendor.ts';

const failure = (status: number, error: string) => jsonAnswer(status, { success: false, error });

describeVendor(vendor, [
  {
    when: '400 size: failed',
    answer: failure(400, 'error-message-size-exceeded'),
    means: 'failed',
    says: 'error-message-size-exceeded',
  },
  { when: '400 channel: failed', answer: failure(400, 'invalid-channel'), means: 'failed', says: 'invalid-channel' },
  {
    when: '404 deleted: off',
    answer: failure(404, 'Invalid integration id or token provided.'),
    means: 'off',
    says: 'Invalid integration',
  },
  { when: '401: failed', answer: failure(401, 'unauthorized'), means: 'failed' },
  { when: '503 switched off: retry', answer: { status: 503, body: 'Service Unavailable' }, means: 'retry' },
]);

describe('a message in Rocket.Chat', () => {
  it('has a bold title, the message, and a coloured attachment with the facts and the link', async () => {
    const { shown, requests } = await sendTo(vendor);

    expect(shown()).toEqual({
      title: 'Disk full on web-1',
      message: 'Only 3 % left on /var, growing by 2 GB an hour.',
      link: MESSAGE_URL,
      rest: 'High priority · #disk #prod · Monitoring',
    });
    expect(JSON.parse(requests[0]!.body)).toMatchObject({
      text: expect.stringMatching(/^\*Disk full on web-1\*\n/),
      parseUrls: false,
    });
  });

  it('calls nobody, unless the channel allows it', async () => {
    const silent = await sendTo(vendor, { message: '@all look' });
    const loud = await sendTo(vendor, { message: '@all look', config: { allowMentions: true } });

    expect(silent.requests[0]!.body).toContain('@\u200ball look');
    expect(loud.requests[0]!.body).toContain('@all look');
  });
});
