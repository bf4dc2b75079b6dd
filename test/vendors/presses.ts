import { createHmac } from 'node:crypto';

/** What a vendor sends when somebody presses a button. */
export interface SentPress {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface SlackPress {
  readonly token: string;
  readonly signingSecret: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly user?: object;
}

/** A press in Slack, signed as Slack signs. @see https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
export function slackPress({ token, signingSecret, at, user }: SlackPress): SentPress {
  const payload = {
    type: 'block_actions',
    user: { id: 'U0ANN', username: 'ann', name: 'ann', team_id: 'T0', ...user },
    api_app_id: 'A0',
    token: 'deprecated',
    container: { type: 'message', message_ts: '1503435956.000247', channel_id: 'C0123456789', is_ephemeral: false },
    trigger_id: '1.2.3',
    team: { id: 'T0', domain: 'example' },
    channel: { id: 'C0123456789', name: 'ops' },
    response_url: 'https://hooks.slack.com/actions/T0/1/never-called',
    actions: [
      {
        action_id: 'answer-0',
        block_id: 'b1',
        text: { type: 'plain_text', text: 'Approve – ünïcode', emoji: false },
        value: token,
        style: 'primary',
        type: 'button',
        action_ts: '1503435960.1',
      },
    ],
  };
  return signedBySlack(new URLSearchParams({ payload: JSON.stringify(payload) }).toString(), { signingSecret, at });
}

/** Any body, signed as Slack signs. */
export function signedBySlack(body: string, { signingSecret, at }: Omit<SlackPress, 'token'>): SentPress {
  const sentAt = String(Math.floor(at / 1000));
  const digest = createHmac('sha256', signingSecret).update(`v0:${sentAt}:${body}`).digest('hex');
  return {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': sentAt,
      'x-slack-signature': `v0=${digest}`,
    },
    body,
  };
}

/** A press in Telegram. @see https://core.telegram.org/bots/api#callbackquery */
export function telegramPress(secret: string, data: string, from: object = {}): SentPress {
  const update = {
    update_id: 1,
    callback_query: {
      id: '4382bfdwdsb323b2d9',
      from: { id: 777, is_bot: false, first_name: 'Ann', last_name: 'Ops', ...from },
      message: { message_id: 101, chat: { id: -1001234, type: 'group' }, date: 1 },
      chat_instance: '1',
      data,
    },
  };
  return {
    headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
    body: JSON.stringify(update),
  };
}

/** What the app of ntfy sends from a phone. @see https://docs.ntfy.sh/publish/#send-http-request */
export function ntfyPress(token: string): SentPress {
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ press: token }).toString(),
  };
}
