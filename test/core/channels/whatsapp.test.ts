import { describe, expect, it } from 'vitest';
import { whatsapp } from '../../../core/channels/whatsapp.ts';
import { describeVendor } from '../../vendors/contract.ts';
import { MESSAGE_URL } from '../../vendors/notifications.ts';
import { sendTo } from '../../vendors/send-to.ts';
import { jsonAnswer } from '../../vendors/vendor.ts';
import { vendor } from '../../vendors/whatsapp.ts';

const error = (status: number, code: number, message: string, details = '') =>
  jsonAnswer(status, {
    error: {
      message,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details },
      fbtrace_id: 'A',
    },
  });

describeVendor(vendor, [
  {
    when: '190: off',
    answer: error(401, 190, 'Error validating access token: Session has expired'),
    means: 'off',
    says: 'Session has expired',
  },
  { when: '0: off', answer: error(401, 0, 'Unable to authenticate the app user'), means: 'off' },
  {
    when: '100: failed',
    answer: error(400, 100, '(#100) Invalid parameter'),
    means: 'failed',
    says: 'Invalid parameter (100)',
  },
  {
    when: '131026: failed',
    answer: error(400, 131_026, 'Message undeliverable'),
    means: 'failed',
    says: 'undeliverable',
  },
  {
    when: '131047: failed',
    answer: error(
      400,
      131_047,
      'Re-engagement message',
      'Message failed to send because more than 24 hours have passed',
    ),
    means: 'failed',
    says: 'more than 24 hours',
  },
  {
    when: '132001: failed',
    answer: error(404, 132_001, 'Template name does not exist in the translation'),
    means: 'failed',
  },
  { when: '130429: retry', answer: error(400, 130_429, 'Rate limit hit'), means: 'retry', says: 'Rate limit hit' },
  {
    when: '131056 of the pair: retry',
    answer: error(400, 131_056, '(Business Account, Consumer Account) pair rate limit hit'),
    means: 'retry',
  },
  {
    when: '100 without details: failed',
    answer: jsonAnswer(400, { error: { message: '(#100) Invalid parameter', code: 100 } }),
    means: 'failed',
    says: 'Invalid parameter (100)',
  },
  { when: '500 with a code that nobody knows: retry', answer: error(500, 999, 'Unknown'), means: 'retry' },
  { when: '429 with a code that nobody knows: retry', answer: error(429, 999, 'Slow down'), means: 'retry' },
  { when: '131016: retry', answer: error(500, 131_016, 'Service unavailable'), means: 'retry' },
]);

describe('a message in WhatsApp', () => {
  it("goes to the vendor's own address when the channel names no other", async () => {
    const { requests } = await sendTo(vendor, { config: { apiBaseUrl: undefined } });

    expect(requests[0]!.url.href).toBe('https://graph.facebook.com/v23.0/106540352242922/messages');
  });

  it('has a bold title, the message, the facts and the link', async () => {
    const { shown, requests } = await sendTo(vendor);

    expect(shown()).toEqual({
      title: 'Disk full on web-1',
      message: 'Only 3 % left on /var, growing by 2 GB an hour.',
      link: MESSAGE_URL,
      rest: 'High priority · #disk #prod · Monitoring',
    });
    expect(JSON.parse(requests[0]!.body)).toMatchObject({ to: '4915112345678', type: 'text' });
  });

  it('fills an approved template, each parameter in one line that is not empty', async () => {
    const template = {
      name: 'router_alert',
      language: 'de',
      parameters: ['title', 'message', 'priority', 'tags', 'source', 'link'],
    };

    const { outcome, requests } = await sendTo(vendor, {
      message: 'two\nlines     here',
      tags: [],
      config: { template },
    });

    expect(outcome.kind).toBe('delivered');
    const texts = ['Disk full on web-1', 'two lines here', 'High', '-', 'Monitoring', MESSAGE_URL].map((text) => ({
      type: 'text',
      text,
    }));
    expect(JSON.parse(requests[0]!.body).template).toEqual({
      name: 'router_alert',
      language: { code: 'de' },
      components: [{ type: 'body', parameters: texts }],
    });
  });

  it('fills a parameter that it has nothing for with a dash', async () => {
    const template = { name: 'alert', parameters: ['title', 'message', 'link'] };

    const { outcome, requests } = await sendTo(vendor, {
      title: '',
      message: 'a b',
      link: false,
      config: { template },
    });

    expect(outcome.kind).toBe('delivered');
    const [{ parameters }] = JSON.parse(requests[0]!.body).template.components;
    expect(parameters.map(({ text }: { text: string }) => text)).toEqual(['-', 'a b', '-']);
  });

  it('leaves a template without parameters as it is', async () => {
    const { outcome, requests } = await sendTo(vendor, { config: { template: { name: 'ping', parameters: [] } } });

    expect(outcome.kind).toBe('delivered');
    expect(JSON.parse(requests[0]!.body).template).toEqual({ name: 'ping', language: { code: 'en_US' } });
  });

  it.each(['alert', { name: 'alert' }])('fills title and message into the template %j', async (template) => {
    const { shown, outcome } = await sendTo(vendor, {
      message: 'x'.repeat(4000),
      config: { template },
    });

    expect(outcome.kind).toBe('delivered');
    expect(shown()).toEqual({ title: 'Disk full on web-1', message: `${'x'.repeat(699)}…` });
  });
});

describe('the config of a WhatsApp channel', () => {
  it.each(['12', 'abc', '+0123456789', '+49 151 1234', ''])('refuses %j as a receiver', (to) => {
    const config = { ...vendor.config('http://127.0.0.1:9'), to };

    expect(whatsapp.config.safeParse(config).error?.issues[0]?.path).toEqual(['to']);
  });
});
