import { describe, expect, it } from 'vitest';
import { describeVendor } from '../../vendors/contract.ts';
import { vendor } from '../../vendors/mattermost.ts';
import { MESSAGE_URL } from '../../vendors/notifications.ts';
import { sendTo } from '../../vendors/send-to.ts';
import { jsonAnswer } from '../../vendors/vendor.ts';

const error = (status_code: number, name: string, message: string) =>
  jsonAnswer(status_code, { id: `web.incoming_webhook.${name}.app_error`, message, detailed_error: '', status_code });

describeVendor(vendor, [
  {
    when: '400 deleted: off',
    answer: error(400, 'invalid', 'Invalid webhook.'),
    means: 'off',
    says: 'Invalid webhook.',
  },
  {
    when: '400 text: failed',
    answer: error(400, 'text', 'No text specified.'),
    means: 'failed',
    says: 'No text specified.',
  },
  {
    when: '403 locked: failed',
    answer: error(403, 'channel_locked', 'This webhook is not permitted to post to the requested channel.'),
    means: 'failed',
    says: 'not permitted',
  },
  { when: '404 channel: failed', answer: error(404, 'channel', "Couldn't find the channel."), means: 'failed' },
  {
    when: '501 disabled: failed',
    answer: error(501, 'disabled', 'Incoming webhooks have been disabled by the system admin.'),
    means: 'failed',
    says: 'disabled by the system admin',
  },
  { when: '500: retry', answer: error(500, 'permissions', 'Inappropriate channel permissions.'), means: 'retry' },
]);

describe('a message in Mattermost', () => {
  it('has a heading, the message, and a coloured line of facts with the link', async () => {
    const { shown, requests } = await sendTo(vendor);

    expect(shown()).toEqual({
      title: 'Disk full on web-1',
      message: 'Only 3 % left on /var, growing by 2 GB an hour.',
      link: MESSAGE_URL,
      rest: 'High priority · #disk #prod · Monitoring',
    });
    expect(requests[0]!.body).toContain('"color":"#e8912d"');
  });

  it('calls nobody, unless the channel allows it', async () => {
    const message = '@channel: look, or write to ops@example.com';

    const silent = await sendTo(vendor, { message });
    const loud = await sendTo(vendor, { message, config: { allowMentions: true } });

    expect(silent.requests[0]!.body).toContain('@\u200bchannel: look, or write to ops@example.com');
    expect(loud.requests[0]!.body).toContain('@channel: look');
  });

  it('links an address under its own name', async () => {
    const { requests } = await sendTo(vendor, { message: 'https://example.com/a_b(c)d' });

    expect(JSON.parse(requests[0]!.body).text).toContain(
      '[https://example.com/a\\_b\\(c\\)d](https://example.com/a_b%28c%29d)',
    );
  });
});
