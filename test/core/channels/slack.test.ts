import { describe, expect, it } from 'vitest';
import { slack } from '../../../core/channels/slack.ts';
import { describeVendor } from '../../vendors/contract.ts';
import { MESSAGE_URL } from '../../vendors/notifications.ts';
import { sendTo } from '../../vendors/send-to.ts';
import { openAsk } from '../../vendors/asks.ts';
import { slackApi, slackBoard, slackButtons, vendor } from '../../vendors/slack.ts';
import { jsonAnswer, textAnswer } from '../../vendors/vendor.ts';
import { resolved } from '../../vendors/alerts.ts';
import { post, showAlert } from '../../vendors/show-alert.ts';

describeVendor(vendor, [
  {
    when: '400 invalid_payload: failed',
    answer: textAnswer(400, 'invalid_payload'),
    means: 'failed',
    says: 'invalid_payload',
  },
  { when: '400 invalid_blocks: plain text once', answer: textAnswer(400, 'invalid_blocks'), means: 'plain text' },
  {
    when: '403 action_prohibited: failed',
    answer: textAnswer(403, 'action_prohibited'),
    means: 'failed',
    says: 'action_prohibited',
  },
  { when: '403 invalid_token: off', answer: textAnswer(403, 'invalid_token'), means: 'off', says: 'invalid_token' },
  { when: '404 no_service: off', answer: textAnswer(404, 'no_service'), means: 'off', says: 'no_service' },
  { when: '404 channel_not_found: failed', answer: textAnswer(404, 'channel_not_found'), means: 'failed' },
  { when: '410 channel_is_archived: off', answer: textAnswer(410, 'channel_is_archived'), means: 'off' },
  { when: '500 rollup_error: retry', answer: textAnswer(500, 'rollup_error'), means: 'retry', says: 'rollup_error' },
]);

const apiError = (error: string) => jsonAnswer(200, { ok: false, error });

describeVendor(slackApi, [
  { when: 'invalid_auth: off', answer: apiError('invalid_auth'), means: 'off', says: 'invalid_auth' },
  { when: 'token_revoked: off', answer: apiError('token_revoked'), means: 'off' },
  { when: 'is_archived: off', answer: apiError('is_archived'), means: 'off' },
  { when: 'not_in_channel: failed', answer: apiError('not_in_channel'), means: 'failed', says: 'not_in_channel' },
  { when: 'msg_too_long: failed', answer: apiError('msg_too_long'), means: 'failed' },
  { when: 'invalid_blocks: plain text once', answer: apiError('invalid_blocks'), means: 'plain text' },
  {
    when: 'internal_error with 200: retry',
    answer: apiError('internal_error'),
    means: 'retry',
    says: 'internal_error',
  },
  {
    when: '429 ratelimited: retry after the header',
    answer: jsonAnswer(429, { ok: false, error: 'ratelimited' }, { 'retry-after': '30' }),
    means: 'retry',
    retryAfterSeconds: 30,
  },
]);

describe('a message in Slack', () => {
  it("of a bot goes to Slack's own address when the channel names no other", async () => {
    const { requests } = await sendTo(slackApi, { config: { apiBaseUrl: undefined } });

    expect(requests[0]!.url.href).toBe('https://slack.com/api/chat.postMessage');
  });

  it('has a header, the message, and a coloured line of facts with the link', async () => {
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
    const message = '<!channel> <@U012AB> @here';

    const silent = await sendTo(vendor, { message });
    const loud = await sendTo(vendor, { message, config: { allowMentions: true } });

    expect(silent.shown().message).toBe(message);
    expect(loud.requests[0]!.body).toContain('"text":"<!channel> <@U012AB> @here"');
  });

  it('links the addresses in it, because Slack is told not to look for any', async () => {
    const { requests } = await sendTo(vendor, { message: 'see https://example.com/?a=1&b=2.' });

    expect(requests[0]!.body).toContain('"text":"see <https://example.com/?a=1&amp;b=2>.","verbatim":true');
  });

  it('goes on in further sections when it is longer than one may be', async () => {
    const { shown, outcome } = await sendTo(vendor, { message: '&'.repeat(1500) });

    expect(outcome.kind).toBe('delivered');
    expect(shown().message).toBe('&'.repeat(1500));
  });

  it('is sent again without blocks when Slack cannot read them', async () => {
    const answers = [textAnswer(400, 'invalid_blocks'), textAnswer(200, 'ok')];

    const { outcome, requests } = await sendTo(vendor, {}, () => answers.shift()!);

    expect(outcome).toEqual({ kind: 'delivered', status: 200 });
    expect(JSON.parse(requests[1]!.body)).toEqual({
      text: 'Disk full on web-1\nOnly 3 % left on /var, growing by 2 GB an hour.',
      unfurl_links: false,
      unfurl_media: false,
    });
  });
});

describe('the config of a Slack channel', () => {
  const webhookUrl = 'https://hooks.slack.com/services/T0/B0/x';

  it.each([
    {},
    { botToken: 'xoxb-1' },
    { channel: 'C1' },
    { webhookUrl, botToken: 'xoxb-1', channel: 'C1' },
    { webhookUrl, channel: 'C1' },
    { webhookUrl, signingSecret: 'x' },
    { signingSecret: 'x' },
  ])('is refused when it is neither a webhook nor a bot with a channel: %j', (config) => {
    expect(slack.config.safeParse(config).error?.issues[0]?.message).toContain('Either a webhook URL');
  });
});

describe('an ask in Slack', () => {
  const config = { signingSecret: '8f742231b10e8888abcd99yyyzzz85a5' };
  const buttonsIn = async (own: Parameters<typeof sendTo>[1]) => {
    const { outcome, requests } = await sendTo(slackApi, { ask: openAsk, config, ...own });
    expect(outcome.kind).toBe('delivered');
    return slackButtons(requests[0]!.body);
  };

  it('has a button for each option, which says what the router made it with', async () => {
    expect([...(await buttonsIn({}))]).toEqual(openAsk.buttons.map(({ label, token }) => [label, token]));
  });

  it.each<[string, Parameters<typeof sendTo>[1]]>([
    ['of a channel that takes no presses', { config: {} }],
    ['that is over', { ask: { id: openAsk.id, buttons: [] } }],
    ['of which the text was cut', { message: 'x'.repeat(9001) }],
    ['of which the title was cut', { title: 'x'.repeat(151) }],
  ])('has no buttons %s', async (_, own) => {
    expect((await buttonsIn(own)).size).toBe(0);
  });

  it.each<[string, Parameters<typeof sendTo>[1]]>([
    ['of several sections', { message: '&'.repeat(1500) }],
    ['without a title', { title: '' }],
  ])('has its buttons with a text %s', async (_, own) => {
    expect((await buttonsIn(own)).size).toBe(3);
  });

  it('says under its buttons when they are for approvers', async () => {
    const { requests } = await sendTo(slackApi, { ask: { ...openAsk, isForApprovers: true }, config });

    expect(slackButtons(requests[0]!.body).size).toBe(3);
    expect(requests[0]!.body).toContain('Only its approvers decide this');
    expect((await sendTo(slackApi, { ask: openAsk, config })).requests[0]!.body).not.toContain('approvers');
  });

  it('is checked by the signing secret of the app', () => {
    const known = slackApi.config('https://slack.example');

    expect(slack.pressSecret({ ...known, ...config }, 'org_1')).toBe(config.signingSecret);
    expect(slack.pressSecret(known, 'org_1')).toBeUndefined();
  });
});

describe('a post in Slack', () => {
  it('of a channel that goes by its name is changed by the ID that Slack gave', async () => {
    const board = slackBoard();
    const { reference = '' } = await showAlert(slackApi, board, { config: { channel: '#ops' } });

    const { requests } = await showAlert(slackApi, board, {
      alert: resolved,
      post: post({ reference, version: 2 }),
      config: { channel: '#ops' },
    });

    expect(requests[0]!.url.pathname).toBe('/api/chat.update');
    expect(JSON.parse(requests[0]!.body)).toMatchObject({ channel: 'C0123456789', ts: '1503435956.000001' });
  });
});
