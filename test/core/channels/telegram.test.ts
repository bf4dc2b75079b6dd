import { describe, expect, it } from 'vitest';
import { telegram } from '../../../core/channels/telegram.ts';
import { describeVendor } from '../../vendors/contract.ts';
import { MESSAGE_URL } from '../../vendors/notifications.ts';
import { sendTo } from '../../vendors/send-to.ts';
import { openAsk } from '../../vendors/asks.ts';
import { telegramBoard, telegramButtons, vendor } from '../../vendors/telegram.ts';
import { jsonAnswer, type VendorRequest } from '../../vendors/vendor.ts';
import { resolved } from '../../vendors/alerts.ts';
import { post, showAlert } from '../../vendors/show-alert.ts';

const error = (error_code: number, description: string, parameters?: object) =>
  jsonAnswer(error_code, { ok: false, error_code, description, ...(parameters && { parameters }) });
const unparsable = error(400, `Bad Request: can't parse entities: Unsupported start tag "x" at byte offset 3`);
const moved = error(400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: -1009876 });

describeVendor(vendor, [
  {
    when: "400 can't parse entities: plain text once",
    answer: unparsable,
    means: 'plain text',
    says: "can't parse entities",
  },
  {
    when: '400 message is too long: failed',
    answer: error(400, 'Bad Request: message is too long'),
    means: 'failed',
    says: 'message is too long',
  },
  {
    when: '400 chat not found: failed',
    answer: error(400, 'Bad Request: chat not found'),
    means: 'failed',
    says: 'chat not found',
  },
  { when: '401 Unauthorized: off', answer: error(401, 'Unauthorized'), means: 'off', says: 'Unauthorized' },
  {
    when: '403 blocked: off',
    answer: error(403, 'Forbidden: bot was blocked by the user'),
    means: 'off',
    says: 'blocked by the user',
  },
  { when: '403 kicked: off', answer: error(403, 'Forbidden: bot was kicked from the supergroup chat'), means: 'off' },
  {
    when: '403 no rights: failed',
    answer: error(403, 'Forbidden: not enough rights to send text messages to the chat'),
    means: 'failed',
  },
  { when: '404 unknown token: off', answer: error(404, 'Not Found'), means: 'off' },
  {
    when: '400 without a description: failed',
    answer: jsonAnswer(400, { ok: false, error_code: 400 }),
    means: 'failed',
  },
  {
    when: '429: retry after the parameter',
    answer: error(429, 'Too Many Requests: retry after 35', { retry_after: 35 }),
    means: 'retry',
    retryAfterSeconds: 35,
  },
]);

describe('a message in Telegram', () => {
  it("goes to the vendor's own address when the channel names no other", async () => {
    const { requests } = await sendTo(vendor, { config: { apiBaseUrl: undefined } });

    expect(requests[0]!.url.href).toBe('https://api.telegram.org/bot123456:AA-secretsecretsecretsecret/sendMessage');
  });

  it('has a bold title, the message, and the facts with the link', async () => {
    const { shown } = await sendTo(vendor);

    expect(shown()).toEqual({
      title: 'Disk full on web-1',
      message: 'Only 3 % left on /var, growing by 2 GB an hour.',
      link: MESSAGE_URL,
      rest: 'High priority · #disk #prod · Monitoring',
    });
  });

  it.each([
    [1, true],
    [2, true],
    [3, false],
    [5, false],
  ])('with priority %i is silent: %s', async (priority, silent) => {
    const { requests } = await sendTo(vendor, { priority });

    expect(JSON.parse(requests[0]!.body)).toMatchObject({ disable_notification: silent });
  });

  it('calls nobody, unless the channel allows it, and leaves email addresses alone', async () => {
    const message = '@anna, write to ops@example.com';

    const silent = await sendTo(vendor, { message });
    const loud = await sendTo(vendor, { message, config: { allowMentions: true } });

    expect(silent.requests[0]!.body).toContain('@\u200banna, write to ops@example.com');
    expect(loud.requests[0]!.body).toContain('@anna, write to ops@example.com');
  });

  it('goes to the new chat at once when the group became a supergroup, and tells nobody to wait', async () => {
    const { outcome, requests } = await sendTo(vendor, {}, (request) =>
      JSON.parse(request.body).chat_id === '-1009876' ? vendor.answer(request) : moved,
    );

    expect(outcome).toEqual({ kind: 'delivered', status: 200 });
    expect(requests.map(({ body }) => JSON.parse(body).chat_id)).toEqual(['-1001234', '-1009876']);
  });

  it('goes to the new chat as plain text when both are needed', async () => {
    const answers = [moved, unparsable, jsonAnswer(200, { ok: true })];

    const { outcome, requests } = await sendTo(vendor, {}, () => answers.shift()!);

    expect(outcome.kind).toBe('delivered');
    expect(JSON.parse(requests[2]!.body)).toMatchObject({
      chat_id: '-1009876',
      text: expect.stringMatching(/^Disk full/),
    });
    expect(requests[2]!.body).not.toContain('parse_mode');
  });

  it('without a title is sent again as its message and facts', async () => {
    const answers = [unparsable, jsonAnswer(200, { ok: true })];

    const { requests } = await sendTo(vendor, { title: '', message: 'a b' }, () => answers.shift()!);

    expect(JSON.parse(requests[1]!.body).text).toMatch(/^a b\n\nHigh priority/);
  });

  it('says which chat ID to save when the new chat does not work either', async () => {
    const { outcome, requests } = await sendTo(vendor, {}, () => moved);

    expect(requests).toHaveLength(2);
    expect(outcome).toEqual({
      kind: 'failed',
      status: 400,
      error: 'the group is now -1009876: save that as the chat ID of the channel',
      response: { status: 400, contentType: expect.any(String), body: expect.stringContaining('-1009876') },
    });
  });

  it.each([42, '42'])('goes to the topic %j of the channel', async (threadId) => {
    const { requests } = await sendTo(vendor, { config: { threadId } });

    expect(JSON.parse(requests[0]!.body)).toMatchObject({ message_thread_id: 42 });
  });
});

describe('the config of a Telegram channel', () => {
  const config = vendor.config('http://127.0.0.1:9');

  it.each([{ chatId: '@name' }, { chatId: -1001234 }, { threadId: '7' }])('takes %j', (changes) => {
    expect(telegram.config.safeParse({ ...config, ...changes }).error).toBeUndefined();
  });

  it.each([{ chatId: 'name' }, { chatId: '1\n2' }, { threadId: 0 }, { threadId: 'x' }])('refuses %j', (changes) => {
    expect(telegram.config.safeParse({ ...config, ...changes }).success).toBe(false);
  });
});

describe('an ask in Telegram', () => {
  const config = { interactive: true };
  const callsOf = (requests: readonly VendorRequest[]) => requests.map(({ url }) => url.pathname.split('/').at(-1));

  it('has a button for each option, once Telegram knows where to tell of presses', async () => {
    const { outcome, requests } = await sendTo(vendor, { ask: openAsk, config });

    expect([outcome.kind, callsOf(requests)]).toEqual(['delivered', ['setWebhook', 'sendMessage']]);
    expect(JSON.parse(requests[0]!.body)).toEqual({
      url: openAsk.presses?.url,
      secret_token: openAsk.presses?.secret,
      allowed_updates: ['callback_query'],
    });
    expect([...telegramButtons(requests[1]!.body)]).toEqual(openAsk.buttons.map(({ label, token }) => [label, token]));
  });

  it.each<[string, Parameters<typeof sendTo>[1]]>([
    [
      'of a channel that takes no presses',
      { ask: { id: openAsk.id, url: 'https://x.example', buttons: openAsk.buttons } },
    ],
    ['that is over', { ask: { id: openAsk.id, buttons: [] } }],
    ['that leads to its page', { ask: { ...openAsk, buttons: [] } }],
    ['of which the text was cut', { message: 'x'.repeat(4096) }],
    ['of which the title was cut', { title: 'x'.repeat(257) }],
  ])('has no buttons %s', async (_, own) => {
    const { requests } = await sendTo(vendor, { ask: openAsk, config, ...own });

    expect(callsOf(requests)).toEqual(['sendMessage']);
    expect(telegramButtons(requests[0]!.body).size).toBe(0);
  });

  it('leads to its page where Telegram would not tell of presses', async () => {
    const refusal = error(400, 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook');

    const { outcome, requests } = await sendTo(vendor, { ask: openAsk, config, title: '' }, (request) =>
      request.url.pathname.endsWith('/setWebhook') ? refusal : vendor.answer(request),
    );

    expect([outcome.kind, callsOf(requests)]).toEqual(['delivered', ['setWebhook', 'sendMessage']]);
    expect(telegramButtons(requests[1]!.body).size).toBe(0);
  });

  it('is checked by a secret that all channels of the bot in the organisation have, and no other', () => {
    const known = vendor.config('https://telegram.example');
    const secretOf = (own: object, organizationId = 'org_1') =>
      telegram.pressSecret({ ...known, ...own }, organizationId);

    expect(secretOf(config)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(secretOf({ ...config, chatId: '-100777' })).toBe(secretOf(config));
    expect(secretOf({ ...config, botToken: '123456:BB-other' })).not.toBe(secretOf(config));
    expect(secretOf(config, 'org_2')).not.toBe(secretOf(config));
    expect([secretOf({}), secretOf({ interactive: false })]).toEqual([undefined, undefined]);
  });
});

describe('a post in Telegram', () => {
  it('is changed in the new chat when the group became a supergroup, or made anew there', async () => {
    const board = telegramBoard();
    const { reference = '' } = await showAlert(vendor, board);
    const answers = [moved];
    const change = {
      alert: resolved,
      post: post({ reference, version: 2 }),
      answer: (request: VendorRequest) => answers.shift() ?? board.answer(request),
    };

    const changed = await showAlert(vendor, board, change);
    board.clear();
    answers.push(moved);
    const anew = await showAlert(vendor, board, change);

    expect(changed.outcome).toMatchObject({ edited: true });
    expect(JSON.parse(changed.requests[1]!.body)).toMatchObject({ chat_id: '-1009876', message_id: 101 });
    expect(anew.requests.map(({ url }) => url.pathname.split('/').at(-1))).toEqual([
      'editMessageText',
      'editMessageText',
      'sendMessage',
    ]);
    expect(anew.reference).toEqual(expect.any(String));
  });
});
