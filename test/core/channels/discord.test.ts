import { describe, expect, it } from 'vitest';
import { describeVendor } from '../../vendors/contract.ts';
import { discordBoard, vendor } from '../../vendors/discord.ts';
import { MESSAGE_URL } from '../../vendors/notifications.ts';
import { sendTo } from '../../vendors/send-to.ts';
import { jsonAnswer } from '../../vendors/vendor.ts';
import { resolved } from '../../vendors/alerts.ts';
import { post, showAlert } from '../../vendors/show-alert.ts';

const error = (status: number, code: number, message: string) => jsonAnswer(status, { message, code });
const limited = (retry_after: number) =>
  jsonAnswer(429, { message: 'You are being rate limited.', retry_after, global: false });

describeVendor(vendor, [
  {
    when: '400 50035: plain text once',
    answer: error(400, 50_035, 'Invalid Form Body'),
    means: 'plain text',
    says: 'Invalid Form Body (50035)',
  },
  {
    when: '400 50006: failed',
    answer: error(400, 50_006, 'Cannot send an empty message'),
    means: 'failed',
    says: 'Cannot send an empty message',
  },
  {
    when: '400 220001: failed',
    answer: error(400, 220_001, 'Webhooks posted to forum channels must have a thread_name or thread_id'),
    means: 'failed',
    says: 'thread_id',
  },
  {
    when: '401 50027: off',
    answer: error(401, 50_027, 'Invalid Webhook Token'),
    means: 'off',
    says: 'Invalid Webhook Token',
  },
  {
    when: '400 with errors of single fields: they are shown',
    answer: jsonAnswer(400, { message: 'Invalid', code: 50_001, errors: { thread_id: 'not a snowflake' } }),
    means: 'failed',
    says: 'Invalid (50001) {"thread_id":"not a snowflake"}',
  },
  { when: '404 10015: off', answer: error(404, 10_015, 'Unknown Webhook'), means: 'off', says: 'Unknown Webhook' },
  { when: '404 10003: off', answer: error(404, 10_003, 'Unknown Channel'), means: 'off' },
  {
    when: '429 with a fraction of a second: a whole second',
    answer: limited(0.348),
    means: 'retry',
    retryAfterSeconds: 1,
  },
  { when: '429 with seconds: rounded up', answer: limited(64.57), means: 'retry', retryAfterSeconds: 65 },
]);

describe('a message in Discord', () => {
  it('is an embed with the colour of its priority, the facts below and a linked title', async () => {
    const { shown, requests } = await sendTo(vendor);

    expect(shown()).toEqual({
      title: 'Disk full on web-1',
      message: 'Only 3 % left on /var, growing by 2 GB an hour.',
      link: MESSAGE_URL,
      rest: 'High priority · #disk #prod · Monitoring',
    });
    expect(JSON.parse(requests[0]!.body).embeds[0]).toMatchObject({
      color: 0xe8912d,
      timestamp: '2026-11-20T09:59:59.000Z',
    });
  });

  it('calls nobody, unless the channel allows it', async () => {
    const message = '@everyone and <@&123>: look';

    const silent = await sendTo(vendor, { message });
    const loud = await sendTo(vendor, { message, config: { allowMentions: true } });

    expect(silent.shown().message).toBe(message);
    expect(JSON.parse(silent.requests[0]!.body)).toMatchObject({ allowed_mentions: { parse: [] } });
    expect(JSON.parse(loud.requests[0]!.body)).toMatchObject({
      content: '@everyone <@&123> ',
      embeds: [{ description: '@everyone and <@&123>: look' }],
      allowed_mentions: { parse: ['everyone', 'roles', 'users'] },
    });
  });

  it('has nothing above the embed when it calls nobody, though the channel allows it', async () => {
    const { requests } = await sendTo(vendor, { message: 'all is well', config: { allowMentions: true } });

    expect(JSON.parse(requests[0]!.body)).not.toHaveProperty('content');
    expect(JSON.parse(requests[0]!.body)).toMatchObject({ embeds: [{ description: 'all is well' }] });
  });

  it('is no list though a line begins like one, and no link though an address is too long for one', async () => {
    const address = `https://example.com/${'a_'.repeat(600)}z`;

    const { requests } = await sendTo(vendor, { message: `12. June\n${address}` });

    const [{ description }] = JSON.parse(requests[0]!.body).embeds;
    expect(description).toBe(`12\\. June\n${address.replaceAll('_', '\\_')}`);
  });

  it('goes to the thread of the channel, beside what the address has already', async () => {
    const webhookUrl = 'https://discord.com/api/webhooks/1/abc?with_components=true';

    const { requests } = await sendTo(vendor, { config: { webhookUrl, threadId: '42' } });

    expect(requests[0]!.url.search).toBe('?with_components=true&wait=true&thread_id=42');
  });

  it('makes no sound when its priority is the lowest', async () => {
    const { requests } = await sendTo(vendor, { priority: 1 });

    expect(JSON.parse(requests[0]!.body)).toMatchObject({ flags: 4096 });
  });

  it('is sent again without an embed when Discord cannot read it', async () => {
    const answers = [error(400, 50_035, 'Invalid Form Body'), { status: 204, body: '' }];

    const { outcome, requests, shown } = await sendTo(vendor, { message: 'a*b' }, () => answers.shift()!);

    expect(outcome).toEqual({ kind: 'delivered', status: 204 });
    expect(vendor.answer(requests[1]!).status).toBe(200);
    expect(shown()).toEqual({ message: 'Disk full on web-1\na*b' });
  });

  it('without a title is sent again as its message alone', async () => {
    const answers = [error(400, 50_035, 'Invalid Form Body'), { status: 204, body: '' }];

    const { requests } = await sendTo(vendor, { title: '', message: 'a b' }, () => answers.shift()!);

    expect(JSON.parse(requests[1]!.body)).toMatchObject({ content: 'a b' });
  });
});

describe('a post in Discord', () => {
  it('is changed in its thread, under the address that the channel has, query and all', async () => {
    const board = discordBoard();
    const webhookUrl = 'http://127.0.0.1:9/api/webhooks/123456789012345678/aBcDeFgHiJkLmNoPqRsTuVwXyZ/?with=x';
    const config = { webhookUrl, threadId: '42' };
    const answer: typeof board.answer = (request) => {
      request.url.pathname = request.url.pathname.replace(/\/$/, '');
      return board.answer(request);
    };
    const { reference = '' } = await showAlert(vendor, board, { config, answer });

    const { requests, outcome } = await showAlert(vendor, board, {
      alert: resolved,
      post: post({ reference, version: 2 }),
      config,
    });

    expect(outcome).toMatchObject({ edited: true });
    expect(requests[0]!.method).toBe('PATCH');
    expect(requests[0]!.url.href).toBe(
      'http://127.0.0.1:9/api/webhooks/123456789012345678/aBcDeFgHiJkLmNoPqRsTuVwXyZ/messages/1400000000000000001?with=x&thread_id=42',
    );
  });

  it('is rid of the plain form when it is changed to the rich one', async () => {
    const board = discordBoard();
    const answers = [jsonAnswer(400, { message: 'Invalid Form Body', code: 50_035 })];
    const { reference = '' } = await showAlert(vendor, board, {
      answer: (request) => answers.shift() ?? board.answer(request),
    });

    const { requests } = await showAlert(vendor, board, { post: post({ reference, version: 2 }) });

    expect(JSON.parse(requests[0]!.body)).toMatchObject({ content: null, embeds: [expect.anything()] });
    expect(board.posts()).toMatchObject([{ title: 'Disk full on web-1' }]);
  });
});
