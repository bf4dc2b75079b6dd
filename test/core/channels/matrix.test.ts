import { describe, expect, it } from 'vitest';
import { describeVendor } from '../../vendors/contract.ts';
import { matrixBoard, vendor } from '../../vendors/matrix.ts';
import { MESSAGE_URL } from '../../vendors/notifications.ts';
import { sendTo } from '../../vendors/send-to.ts';
import { jsonAnswer } from '../../vendors/vendor.ts';
import { resolved } from '../../vendors/alerts.ts';
import { post, showAlert } from '../../vendors/show-alert.ts';

const error = (status: number, errcode: string, error: string, more = {}) =>
  jsonAnswer(status, { errcode, error, ...more });

describeVendor(vendor, [
  {
    when: '401 token: off',
    answer: error(401, 'M_UNKNOWN_TOKEN', 'Invalid access token passed.'),
    means: 'off',
    says: 'M_UNKNOWN_TOKEN: Invalid access token passed.',
  },
  {
    when: '403 not joined: failed',
    answer: error(403, 'M_FORBIDDEN', 'User @bot:example.com not in room !r'),
    means: 'failed',
    says: 'not in room',
  },
  {
    when: '403 deactivated: off',
    answer: error(403, 'M_USER_DEACTIVATED', 'This account has been deactivated'),
    means: 'off',
  },
  { when: '413: plain text once', answer: error(413, 'M_TOO_LARGE', 'event too large'), means: 'plain text' },
  {
    when: '429: retry after milliseconds, rounded up',
    answer: error(429, 'M_LIMIT_EXCEEDED', 'Too Many Requests', { retry_after_ms: 1234 }),
    means: 'retry',
    retryAfterSeconds: 2,
  },
  { when: '500: retry', answer: error(500, 'M_UNKNOWN', 'Internal server error'), means: 'retry' },
]);

describe('a message in Matrix', () => {
  it('has a bold title, the message, the facts with their colour, a link, and a plain form', async () => {
    const { shown, requests } = await sendTo(vendor);

    expect(shown()).toEqual({
      title: 'Disk full on web-1',
      message: 'Only 3 % left on /var, growing by 2 GB an hour.',
      link: MESSAGE_URL,
      rest: 'High priority · #disk #prod · Monitoring',
    });
    expect(JSON.parse(requests[0]!.body).body).toBe(
      'Disk full on web-1\nOnly 3 % left on /var, growing by 2 GB an hour.\n\nHigh priority · #disk #prod · Monitoring',
    );
  });

  it('is the same transaction on every attempt, so that a repetition makes no second event', async () => {
    const [first, second] = [await sendTo(vendor), await sendTo(vendor)];

    expect(first.requests[0]!.url.pathname).toMatch(
      /\/rooms\/!room%3Aexample\.com\/send\/m\.room\.message\/dlv_[0-9a-f]{32}$/,
    );
    expect(second.requests[0]!.url.href).toBe(first.requests[0]!.url.href);
  });

  it('calls nobody, unless the channel allows it', async () => {
    const message = '@room and @anna:example.com: look';

    const silent = await sendTo(vendor, { message });
    const loud = await sendTo(vendor, { message, config: { allowMentions: true } });

    expect(JSON.parse(silent.requests[0]!.body)).toMatchObject({
      'm.mentions': {},
      body: expect.stringContaining('@\u200broom'),
    });
    expect(JSON.parse(loud.requests[0]!.body)).toMatchObject({
      'm.mentions': { room: true, user_ids: ['@anna:example.com'] },
      body: expect.stringContaining('@room and @anna'),
    });
  });

  it.each([
    ['all is well', {}],
    ['@room: look', { room: true }],
    ['@anna:example.com: look', { user_ids: ['@anna:example.com'] }],
  ])('that says %j calls %j when the channel allows it', async (message, mentions) => {
    const { requests } = await sendTo(vendor, { message, config: { allowMentions: true } });

    expect(JSON.parse(requests[0]!.body)['m.mentions']).toEqual(mentions);
  });
});

describe('a post in Matrix', () => {
  it('is looked at, and then replaced by an event that names it and calls nobody', async () => {
    const board = matrixBoard();
    const message = { message: '@room look' };
    const config = { allowMentions: true };
    const { reference = '' } = await showAlert(vendor, board, { message, config });

    const { requests } = await showAlert(vendor, board, {
      message,
      config,
      alert: resolved,
      post: post({ reference, version: 7 }),
    });

    expect(requests.map(({ method }) => method)).toEqual(['GET', 'PUT']);
    expect(requests[1]!.url.pathname).toMatch(/\/send\/m\.room\.message\/dlv_0{31}1-7$/);
    expect(JSON.parse(requests[1]!.body)).toEqual({
      msgtype: 'm.text',
      body: expect.stringMatching(/^\* Resolved: Disk full on web-1\n/),
      'm.mentions': {},
      'm.new_content': expect.objectContaining({ msgtype: 'm.text', 'm.mentions': { room: true } }),
      'm.relates_to': { rel_type: 'm.replace', event_id: '$event_1-abcdefghijklmnopqrstuvwxyz' },
    });
  });

  it('that is repeated after a lost answer keeps what it said first', async () => {
    const board = matrixBoard();
    await showAlert(vendor, board);

    const { reference = '' } = await showAlert(vendor, board, { alert: resolved, post: post({ version: 2 }) });
    const [kept] = board.posts();
    await showAlert(vendor, board, { alert: resolved, post: post({ version: 2, reference }) });

    expect(kept?.title).toBe('Disk full on web-1');
    expect(board.posts()).toMatchObject([{ title: 'Resolved: Disk full on web-1' }]);
  });
});
