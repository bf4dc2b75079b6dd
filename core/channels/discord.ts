import * as z from 'zod';
import { allowMentions, lineOfText, templates, webhookUrl } from './config-fields.ts';
import type { Editing } from './editing.ts';
import { markdownPieces } from './markdown-pieces.ts';
import { defineMessageKind } from './message-kind.ts';
import { colourOf, factLine, type Notice } from './notice.ts';
import { codePoints, fit } from './text-limit.ts';
import { answerOf, byStatus, gone, plainTextPlease, retried, type VendorAnswer } from './vendor-answer.ts';
import { jsonRequest } from './vendor-request.ts';

/**
 * Discord counts code points, after escaping. Title, description and footer together stay below the 6,000 that all
 * embeds of a message may have.
 *
 * @see https://discord.com/developers/docs/resources/message#embed-object-embed-limits
 */
const LIMITS = { content: 2000, title: 256, description: 4096, footer: 1000 } as const;
/** Delivered without a sound. */
const SUPPRESS_NOTIFICATIONS = 4096;

const DiscordConfig = z.strictObject({
  webhookUrl: webhookUrl('discord', {
    description: 'The address of a webhook of a Discord channel.',
    example: 'https://discord.com/api/webhooks/000000000000000000/XXXXXXXXXXXXXXXXXXXXXXXX',
  }),
  threadId: lineOfText({
    title: 'Thread ID',
    description: 'A thread of the channel to post to. Webhooks of forum channels need one.',
    example: '000000000000000000',
  }).optional(),
  allowMentions,
  templates,
});
type DiscordConfig = z.infer<typeof DiscordConfig>;

function escapedPieces(text: string): string[] {
  // Angle brackets show where an address ends, and suppress its preview.
  return markdownPieces(text, { special: '\\\\*_~`|<>[\\]()#@', link: (address) => `<${address}>`, lineBreak: '\n' });
}

/** If mentions are allowed, they must arrive exactly as written. */
function pieces(text: string, { allowMentions }: DiscordConfig): string[] {
  if (allowMentions !== true) return escapedPieces(text);
  return text
    .split(/(@everyone|@here|<@[!&]?\d+>)/)
    .flatMap((part, index) => (index % 2 ? [part] : escapedPieces(part)));
}

/** Mentions in a webhook's embeds call nobody, so allowed mentions also stand above the embed. */
function mentionsIn(text: string): string | undefined {
  const found = text.match(/@everyone|@here|<@[!&]?\d+>/g);
  return found === null
    ? undefined
    : fit(
        [...new Set(found)].map((mention) => `${mention} `),
        LIMITS.content,
        codePoints,
      );
}

function richForm(notice: Notice, config: DiscordConfig) {
  const { title, message, receivedAt, link } = notice;
  return {
    content: config.allowMentions === true ? mentionsIn(message) : undefined,
    embeds: [
      {
        title: title === undefined ? undefined : fit(escapedPieces(title), LIMITS.title, codePoints),
        url: link,
        description: fit(pieces(message, config), LIMITS.description, codePoints),
        color: Number.parseInt(colourOf(notice), 16),
        footer: { text: fit(factLine(notice), LIMITS.footer, codePoints) },
        timestamp: receivedAt,
      },
    ],
  };
}

function plainForm({ title, message }: Notice) {
  const text = title === undefined ? message : `${title}\n${message}`;
  return { content: fit(escapedPieces(text), LIMITS.content, codePoints) };
}

/** @param postId the message to change; absent: a new one, whose ID the answer names */
function addressOf({ webhookUrl, threadId }: DiscordConfig, postId?: string): string {
  const url = new URL(webhookUrl);
  if (postId === undefined) url.searchParams.set('wait', 'true');
  else url.pathname = `${url.pathname.replace(/\/+$/, '')}/messages/${postId}`;
  if (threadId !== undefined) url.searchParams.set('thread_id', threadId);
  return url.href;
}

const DiscordAnswer = z.object({
  code: z.number().optional(),
  message: z.string().optional(),
  errors: z.unknown().optional(),
  /** Seconds, with a fraction. */
  retry_after: z.number().optional(),
});

const Posted = z.object({ id: z.string().regex(/^\d{1,20}$/) });

const INVALID_FORM_BODY = 50_035;
/** Unknown channel, unknown guild, unknown webhook, invalid webhook token. */
const GONE = new Set([10_003, 10_004, 10_015, 50_027]);

/** Unknown message, a message of somebody else's, and one in a thread that is archived: a new post opens that again. */
const POST_GONE = new Set([10_008, 50_005, 50_083]);

function wordsOf(answer: z.infer<typeof DiscordAnswer>): string {
  const errors = answer.errors === undefined ? '' : ` ${JSON.stringify(answer.errors)}`;
  return `${answer.message ?? ''}${answer.code === undefined ? '' : ` (${answer.code})`}${errors}`;
}

function mentionRule({ allowMentions }: DiscordConfig) {
  return { parse: allowMentions === true ? ['everyone', 'roles', 'users'] : [] };
}

/** @see https://discord.com/developers/docs/resources/webhook#edit-webhook-message */
const edits: Editing<DiscordConfig> = {
  place: ['webhookUrl', 'threadId'],
  namesPosts: false,
  idOf: (response) => answerOf(response, Posted)?.id,
  edit(notice, config, context) {
    const form = context.plainText === true ? plainForm(notice) : richForm(notice, config);
    // What is left out stays as it was.
    const body = { embeds: [], ...form, content: form.content ?? null, allowed_mentions: mentionRule(config) };
    return [jsonRequest({ url: addressOf(config, context.postId), method: 'PATCH' }, body, context)];
  },
  refusal: (response) => (POST_GONE.has(answerOf(response, DiscordAnswer)?.code ?? 0) ? 'gone' : undefined),
};

/** Discord, by a webhook. @see https://discord.com/developers/docs/resources/webhook#execute-webhook */
export const discord = defineMessageKind({
  kind: 'discord',
  title: 'Discord',
  description: 'Posts notifications to a Discord channel by a webhook.',
  config: DiscordConfig,
  secrets: ['webhookUrl'],
  urls: ['webhookUrl'],
  limits: { titleCharacters: LIMITS.title, messageCharacters: LIMITS.description, requestsPerSecond: 0.5, burst: 5 },
  write(notice, config, context) {
    const body = {
      ...(context.plainText === true ? plainForm(notice) : richForm(notice, config)),
      allowed_mentions: mentionRule(config),
      flags: notice.priority === 1 ? SUPPRESS_NOTIFICATIONS : undefined,
    };
    return [jsonRequest({ url: addressOf(config) }, body, context)];
  },
  edits,
  classify(response, { now }) {
    const known = answerOf(response, DiscordAnswer);
    const answer: VendorAnswer = { response, now, said: known === undefined ? undefined : wordsOf(known) };
    if (response.status === 429) return retried(answer, known?.retry_after);
    if (known?.code === INVALID_FORM_BODY) return plainTextPlease(answer);
    return known?.code !== undefined && GONE.has(known.code) ? gone(answer) : byStatus(answer);
  },
});
