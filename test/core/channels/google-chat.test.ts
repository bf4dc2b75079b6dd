import { describe, expect, it } from 'vitest';
import { describeVendor } from '../../vendors/contract.ts';
import { vendor } from '../../vendors/google-chat.ts';
import { MESSAGE_URL } from '../../vendors/notifications.ts';
import { sendTo } from '../../vendors/send-to.ts';
import { jsonAnswer } from '../../vendors/vendor.ts';
import { alertView, resolved } from '../../vendors/alerts.ts';

const error = (code: number, status: string, message = 'no') => jsonAnswer(code, { error: { code, message, status } });

describeVendor(vendor, [
  {
    when: '400: plain text once',
    answer: error(400, 'INVALID_ARGUMENT', 'Invalid JSON payload'),
    means: 'plain text',
    says: 'Invalid JSON payload',
  },
  {
    when: '400 API key: off',
    answer: error(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'),
    means: 'off',
  },
  { when: '401: off', answer: error(401, 'UNAUTHENTICATED'), means: 'off' },
  {
    when: '403: failed',
    answer: error(403, 'PERMISSION_DENIED', 'The caller does not have permission'),
    means: 'failed',
    says: 'does not have permission',
  },
  {
    when: '404: off',
    answer: error(404, 'NOT_FOUND', 'Requested entity was not found.'),
    means: 'off',
    says: 'not found',
  },
  {
    when: '429: retry',
    answer: error(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'),
    means: 'retry',
    says: 'exhausted',
  },
  { when: '503: retry', answer: error(503, 'UNAVAILABLE'), means: 'retry' },
]);

describe('a message in Google Chat', () => {
  it('is a card with a title, the message, the facts and a button', async () => {
    const { shown } = await sendTo(vendor);

    expect(shown()).toEqual({
      title: 'Disk full on web-1',
      message: 'Only 3 % left on /var, growing by 2 GB an hour.',
      link: MESSAGE_URL,
      rest: 'High priority · #disk #prod · Monitoring',
    });
  });

  it('carries the delivery as its request, so that a repetition is not posted again', async () => {
    const { requests } = await sendTo(vendor);

    expect(requests[0]!.url.search).toMatch(/^\?key=AIza0123456789&token=\w+&requestId=dlv_[0-9a-f]{32}$/);
  });

  it('calls nobody, unless the channel allows it', async () => {
    const message = '<users/all>, <users/123>, <users/all>';

    const silent = await sendTo(vendor, { message });
    const loud = await sendTo(vendor, { message, config: { allowMentions: true } });

    expect(JSON.parse(silent.requests[0]!.body)).not.toHaveProperty('text');
    expect(JSON.parse(loud.requests[0]!.body)).toMatchObject({ text: '<users/all> <users/123>' });
  });

  it('has nothing above the card when it calls nobody, though the channel allows it', async () => {
    const { requests } = await sendTo(vendor, { message: 'all is well', config: { allowMentions: true } });

    expect(JSON.parse(requests[0]!.body)).not.toHaveProperty('text');
    expect(requests[0]!.body).toContain('all is well');
  });

  it('is sent again as text when Chat cannot read the card', async () => {
    const answers = [error(400, 'INVALID_ARGUMENT'), jsonAnswer(200, {})];

    const { requests, shown } = await sendTo(vendor, { message: '<users/all>' }, () => answers.shift()!);

    expect(vendor.answer(requests[1]!).status).toBe(200);
    expect(shown().message).toBe('Disk full on web-1\n<\u200busers/all>');
  });
});

describe('an alert in Google Chat', () => {
  it('is one thread, and its end has a colour of its own', async () => {
    const [first, last] = [await sendTo(vendor, { shows: alertView() }), await sendTo(vendor, { shows: resolved })];

    const asked = (sent: typeof first) => Object.fromEntries(sent.requests[0]!.url.searchParams);
    expect(asked(first)).toMatchObject({
      threadKey: resolved.id,
      messageReplyOption: 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD',
      requestId: expect.any(String),
    });
    expect(asked(last)['threadKey']).toBe(resolved.id);
    expect(last.requests[0]!.body).toContain(
      '<font color=\\"#1b873f\\">Resolved after 12 min by Anna, 3 messages</font>',
    );
    expect(asked(await sendTo(vendor))).not.toHaveProperty('threadKey');
  });
});
