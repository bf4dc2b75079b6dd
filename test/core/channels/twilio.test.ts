import { describe, expect, it } from 'vitest';
import { twilio } from '../../../core/channels/twilio.ts';
import { describeVendor } from '../../vendors/contract.ts';
import { MESSAGE_URL } from '../../vendors/notifications.ts';
import { sendTo } from '../../vendors/send-to.ts';
import { vendor } from '../../vendors/twilio.ts';
import { jsonAnswer } from '../../vendors/vendor.ts';

const error = (status: number, code: number, message: string) =>
  jsonAnswer(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });

describeVendor(vendor, [
  { when: '20003: off', answer: error(401, 20_003, 'Authenticate'), means: 'off', says: 'Authenticate (20003)' },
  {
    when: '21211: failed',
    answer: error(400, 21_211, "The 'To' number +1 is not a valid phone number."),
    means: 'failed',
    says: 'not a valid phone number',
  },
  {
    when: '21408: failed',
    answer: error(400, 21_408, 'Permission to send an SMS has not been enabled for the region'),
    means: 'failed',
  },
  {
    when: '21608: failed',
    answer: error(400, 21_608, 'The number is unverified. Trial accounts cannot send messages to unverified numbers'),
    means: 'failed',
  },
  {
    when: '21610: failed',
    answer: error(400, 21_610, 'Attempt to send to unsubscribed recipient'),
    means: 'failed',
    says: 'unsubscribed recipient',
  },
  { when: '20429: retry', answer: error(429, 20_429, 'Too Many Requests'), means: 'retry', says: 'Too Many Requests' },
  { when: '500: retry', answer: error(500, 20_500, 'An internal server error has occurred'), means: 'retry' },
]);

describe('a text message by Twilio', () => {
  it("goes to the vendor's own address when the channel names no other", async () => {
    const accountSid = `AC${'0'.repeat(32)}`;

    const { requests } = await sendTo(vendor, { config: { accountSid, apiBaseUrl: undefined } });

    expect(requests[0]!.url.href).toBe(`https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Messages.json`);
  });

  it('has the title, the message and the link, and nothing that costs more', async () => {
    const { shown } = await sendTo(vendor);

    expect(shown()).toEqual({
      title: 'Disk full on web-1',
      message: 'Only 3 % left on /var, growing by 2 GB an hour.',
      link: MESSAGE_URL,
    });
  });

  it('goes to each recipient, whatever becomes of the others', async () => {
    const to = ['+4915100000001', '+4915100000002', '+4915100000003'];

    const { outcome, requests } = await sendTo(vendor, { config: { to } }, (request) =>
      request.body.includes('0002')
        ? error(400, 21_610, 'Attempt to send to unsubscribed recipient')
        : vendor.answer(request),
    );

    expect(requests.map(({ body }) => new URLSearchParams(body).get('To'))).toEqual(to);
    expect(outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining('unsubscribed') });
  });

  it('is tried again for all when one recipient may be reached later', async () => {
    const answers = [error(400, 21_610, 'unsubscribed'), error(429, 20_429, 'Too Many Requests')];

    const { outcome } = await sendTo(vendor, { config: { to: ['+4915100000001', '+4915100000002'] } }, () =>
      answers.shift()!,
    );

    expect(outcome).toMatchObject({ kind: 'retry', status: 429 });
  });

  it('comes from a messaging service when that is the sender', async () => {
    const from = `MG${'0'.repeat(32)}`;

    const { requests } = await sendTo(vendor, { config: { from } });

    expect(Object.fromEntries(new URLSearchParams(requests[0]!.body))).toMatchObject({ MessagingServiceSid: from });
  });
});

describe('the config of a Twilio channel', () => {
  const config = vendor.config('http://127.0.0.1:9');

  it.each([{ to: [] }, { to: ['123'] }, { from: '' }, { from: 'a sender that is too long' }, { accountSid: 'SK1' }])(
    'refuses %j',
    (wrong) => {
      expect(twilio.config.safeParse({ ...config, ...wrong }).success).toBe(false);
    },
  );
});
