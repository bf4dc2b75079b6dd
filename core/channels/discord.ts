import * as z from 'zod';
import { allowMentions, lineOfText, templates, webhookUrl } from './config-fields.ts';
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
  // Between angle brackets an address ends where it ends, and shows no preview of its own.
  return markdownPieces(text, { special: '\\\\*_~`|<>[\\]()#@', link: (address) => `<${address}>`, lineBreak: '\n' });
}

/** With mentions allowed, what calls people must arrive as it was written. */
function pieces(text: string, { allowMentions }: DiscordConfig): string[] {
  if (allowMentions !== true) return escapedPieces(text);
  return text
    .split(/(@everyone|@here|<@[!&]?\d+>)/)
    .flatMap((part, index) => (index % 2 ? [part] : escapedPieces(part)));
}

/** A webhook has no mentions in embeds, so with mentions allowed they stand above it too. */
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

function addressOf({ webhookUrl, threadId }: DiscordConfig): string {
  const url = new URL(webhookUrl);
  url.searchParams.set('wait', 'true');
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

const INVALID_FORM_BODY = 50_035;
/** Unknown channel, unknown guild, unknown webhook, invalid webhook token. */
const GONE = new Set([10_003, 10_004, 10_015, 50_027]);

function wordsOf(answer: z.infer<typeof DiscordAnswer>): string {
  const errors = answer.errors === undefined ? '' : ` ${JSON.stringify(answer.errors)}`;
  return `${answer.message ?? ''}${answer.code === undefined ? '' : ` (${answer.code})`}${errors}`;
}

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
      allowed_mentions: { parse: config.allowMentions === true ? ['everyone', 'roles', 'users'] : [] },
      flags: notice.priority === 1 ? SUPPRESS_NOTIFICATIONS : undefined,
    };
    return [jsonRequest({ url: addressOf(config) }, body, context)];
  },
  classify(response, { now }) {
    const known = answerOf(response, DiscordAnswer);
    const answer: VendorAnswer = { response, now, said: known === undefined ? undefined : wordsOf(known) };
    if (response.status === 429) return retried(answer, known?.retry_after);
    if (known?.code === INVALID_FORM_BODY) return plainTextPlease(answer);
    return known?.code !== undefined && GONE.has(known.code) ? gone(answer) : byStatus(answer);
  },
});
