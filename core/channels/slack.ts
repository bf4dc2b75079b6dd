import * as z from 'zod';
import type { RenderContext } from './channel-kind.ts';
import type { Editing } from './editing.ts';
import type { HttpResponse } from './http-exchange.ts';
import { defineMessageKind } from './message-kind.ts';
import { colourOf, factLine, type Notice } from './notice.ts';
import { pressButtonsOf } from './press-buttons.ts';
import { API, SlackConfig } from './slack-config.ts';
import { codePoints, fit, fitParts } from './text-limit.ts';
import { ADDRESS, isLinkable, piecesOf } from './text-pieces.ts';
import {
  answerOf,
  byStatus,
  gone,
  plainTextPlease,
  refusedForGood,
  retried,
  type VendorAnswer,
  wordSet,
} from './vendor-answer.ts';
import { jsonRequest, under } from './vendor-request.ts';

/** Slack counts code points, after escaping. @see https://docs.slack.dev/reference/block-kit/blocks */
const LIMITS = { text: 4000, header: 150, section: 3000, sections: 3 } as const;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const MENTION = String.raw`<(?:[@!][A-Za-z][\w^]*|#C\w+)>`;

/** Slack escapes these three characters and no others. @see https://docs.slack.dev/messaging/formatting-message-text */
function plain(text: string): string[] {
  return Array.from(text, (character) => ENTITIES[character] ?? character);
}

function escaped(text: string): string {
  return plain(text).join('');
}

/** Marks addresses as links, because `verbatim` keeps Slack from finding them, and mentions, itself. */
function mrkdwnPieces(text: string, config: SlackConfig): string[] {
  const known = config.allowMentions === true ? `${MENTION}|${ADDRESS}` : ADDRESS;
  return piecesOf(text, new RegExp(`${known}|[&<>]`, 'gu'), (match) => {
    if (isLinkable(match)) return [`<${escaped(match)}>`];
    return match.startsWith('<') && match.length > 1 ? [match] : plain(match);
  });
}

function mrkdwn(text: string) {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** Blocks hold the message; an attachment holds the facts, because only attachments have a coloured bar. */
function richForm(notice: Notice, context: RenderContext, config: SlackConfig) {
  const { title, message } = notice;
  const header = title === undefined ? [] : [fit(plain(title), LIMITS.header, codePoints)];
  const parts = { limit: LIMITS.section, parts: LIMITS.sections };
  const pieces = mrkdwnPieces(message, config);
  const sections = fitParts(pieces, parts, codePoints);
  // Nobody answers a text that was cut.
  const isWhole = header.join('') === escaped(title ?? '') && sections.join('') === pieces.join('');
  return {
    blocks: [
      ...header.map((text) => ({ type: 'header', text: { type: 'plain_text', text, emoji: false } })),
      ...sections.map((text) => ({ type: 'section', text: mrkdwn(text) })),
      ...(isWhole || context.ask === undefined ? buttonsOf(context, config) : []),
    ],
    attachments: [
      {
        color: `#${colourOf(notice)}`,
        blocks: [{ type: 'context', elements: [mrkdwn(factsAndLink(notice))] }],
      },
    ],
  };
}

/** Buttons that answer, or change the alert. */
function buttonsOf(context: RenderContext, { signingSecret }: SlackConfig): object[] {
  const { buttons, isForApprovers } = pressButtonsOf(context);
  if (signingSecret === undefined || buttons.length === 0) return [];
  const elements = buttons.map(({ label, style, token: value }, index) => ({
    type: 'button',
    action_id: `answer-${index}`,
    text: { type: 'plain_text', text: escaped(label), emoji: false },
    value,
    style,
  }));
  const only = 'Only its approvers decide this. A press of anybody else changes nothing.';
  const hint = isForApprovers === true ? [{ type: 'context', elements: [mrkdwn(only)] }] : [];
  return [{ type: 'actions', elements }, ...hint];
}

/** A link in the text and no button: a button shows a warning in apps that take no interactions. */
function factsAndLink(notice: Notice): string {
  const facts = escaped(factLine(notice));
  return notice.link === undefined ? facts : `${facts} · <${escaped(notice.link)}|Open message>`;
}

/** What notifications, screen readers and old clients show; on its own it is the plain form. */
function fallbackText({ title, message }: Notice): string {
  return fit(plain(title === undefined ? message : `${title}\n${message}`), LIMITS.text, codePoints);
}

const INVALID = new Set(['invalid_blocks', 'invalid_blocks_format', 'msg_blocks_too_long', 'invalid_attachments']);
const GONE = wordSet(`
  no_service no_service_id no_team no_active_hooks team_disabled invalid_token
  channel_is_archived is_archived invalid_auth account_inactive token_revoked token_expired
`);
/** Slack's own faults, which its API reports with status 200. */
const PASSING = wordSet(`
  ratelimited rate_limited internal_error fatal_error service_unavailable request_timeout
  rollup_error team_added_to_org
`);

/** The post was deleted, or is not, or no longer, the bot's to change. @see https://docs.slack.dev/reference/methods/chat.update */
const POST_GONE = wordSet('message_not_found cant_update_message edit_window_closed');

/** Of `chat.update` only the ID of the conversation is taken, which the answer names. */
const Posted = z.object({
  channel: z.string().regex(/^[A-Z0-9]{1,32}$/),
  ts: z.string().regex(/^\d{1,20}\.\d{1,10}$/),
});

const ApiAnswer = z.object({ ok: z.boolean(), error: z.string().default('unknown error') });

/** The error that Slack names: the bare text of a webhook, or a field of an answer of the API. */
function errorOf(response: HttpResponse): string | undefined {
  const answer = answerOf(response, ApiAnswer);
  if (answer !== undefined) return answer.ok ? undefined : answer.error;
  return response.status === 200 ? undefined : response.body.trim();
}

function outcomeOfError(answer: VendorAnswer & { readonly said: string }) {
  if (INVALID.has(answer.said)) return plainTextPlease(answer);
  if (GONE.has(answer.said)) return gone(answer);
  if (PASSING.has(answer.said)) return retried(answer);
  return answer.response.status === 200 ? refusedForGood(answer) : byStatus(answer);
}

function contentOf(notice: Notice, context: RenderContext, config: SlackConfig) {
  return { text: fallbackText(notice), ...(context.plainText === true ? {} : richForm(notice, context, config)) };
}

function apiRequest(method: 'chat.postMessage' | 'chat.update', config: SlackConfig, context: RenderContext) {
  const url = under(config.apiBaseUrl ?? API, `/${method}`);
  const headers = { authorization: `Bearer ${config.botToken}`, 'content-type': 'application/json; charset=utf-8' };
  return (body: object) => [jsonRequest({ url, headers }, body, context)];
}

const edits: Editing<SlackConfig> = {
  place: ['apiBaseUrl', 'channel'],
  namesPosts: false,
  isOf: ({ botToken }) => botToken !== undefined,
  idOf(response) {
    const posted = answerOf(response, Posted);
    return posted && `${posted.channel}/${posted.ts}`;
  },
  edit(notice, config, context) {
    const [channel, ts] = context.postId.split('/');
    // What is left out stays as it was: a plain text takes the place of the rich form only when that is emptied.
    const content = { blocks: [], attachments: [], ...contentOf(notice, context, config) };
    return apiRequest('chat.update', config, context)({ channel, ts, ...content });
  },
  refusal: (response) => (POST_GONE.has(errorOf(response) ?? '') ? 'gone' : undefined),
};

/** Slack, by an incoming webhook or by a bot. @see https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const slack = defineMessageKind({
  kind: 'slack',
  title: 'Slack',
  description: 'Posts notifications to a Slack channel, by an incoming webhook or by a bot.',
  config: SlackConfig,
  secrets: ['webhookUrl', 'botToken', 'signingSecret'],
  urls: ['webhookUrl', 'apiBaseUrl'],
  vendorApi: API,
  limits: { titleCharacters: LIMITS.header, messageCharacters: LIMITS.section * LIMITS.sections, requestsPerSecond: 1 },
  write(notice, config, context) {
    const message = { ...contentOf(notice, context, config), unfurl_links: false, unfurl_media: false };
    if (config.webhookUrl !== undefined) return [jsonRequest({ url: config.webhookUrl }, message, context)];
    return apiRequest('chat.postMessage', config, context)({ channel: config.channel, ...message });
  },
  edits,
  tellsPresses: true,
  pressSecret: ({ signingSecret }) => signingSecret,
  classify(response, { now }) {
    const said = errorOf(response);
    return said === undefined ? byStatus({ response, now }) : outcomeOfError({ response, now, said });
  },
});
