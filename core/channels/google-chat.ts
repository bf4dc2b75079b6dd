import * as z from 'zod';
import type { RenderContext } from './channel-kind.ts';
import { allowMentions, templates, webhookUrl } from './config-fields.ts';
import { escapeHtml, htmlPieces } from './html-pieces.ts';
import { withoutNamedLinks } from './mentions.ts';
import { defineMessageKind } from './message-kind.ts';
import { colourOf, factsOf, type Notice } from './notice.ts';
import { codePoints, fit, jsonBytes } from './text-limit.ts';
import { answerOf, byStatus, gone, plainTextPlease, type VendorAnswer } from './vendor-answer.ts';
import { jsonRequest } from './vendor-request.ts';

/** Google Chat takes 32,000 bytes a message; everything besides the text stays far below the difference. */
const LIMITS = { message: 20_000, fallback: 4000, title: 200 } as const;

const GoogleChatConfig = z.strictObject({
  webhookUrl: webhookUrl('google-chat', {
    description: 'The address of a webhook of a space.',
    example: 'https://chat.googleapis.com/v1/spaces/AAAA/messages?key=XXXXXXXX&token=XXXXXXXX',
  }),
  allowMentions,
  templates,
});
type GoogleChatConfig = z.infer<typeof GoogleChatConfig>;

const MENTION = /<users\/(?:all|\d+)>/g;

/** Cards mention nobody, so allowed mentions stand above the card. */
function mentionsIn(text: string, { allowMentions }: GoogleChatConfig): string | undefined {
  const found = allowMentions === true ? [...new Set(text.match(MENTION) ?? [])].slice(0, 20) : [];
  return found.length === 0 ? undefined : found.join(' ');
}

function textParagraph(text: string) {
  return { textParagraph: { text } };
}

/** In colour: the state of the alert, else the priority. */
function factsHtml(notice: Notice): string {
  const coloured = notice.state === undefined ? 'Priority' : 'Status';
  const facts = factsOf(notice).map(({ name, value }) => {
    const text = name === 'Priority' ? `${value} priority` : escapeHtml(value);
    return name === coloured ? `<font color="#${colourOf(notice)}">${text}</font>` : text;
  });
  return facts.join(' · ');
}

function cardOf(notice: Notice) {
  const { id, title, message, link } = notice;
  const button = { text: 'Open message', onClick: { openLink: { url: link } } };
  const widgets = [
    textParagraph(fit(htmlPieces(message, '<br>'), LIMITS.message, jsonBytes)),
    textParagraph(factsHtml(notice)),
    ...(link === undefined ? [] : [{ buttonList: { buttons: [button] } }]),
  ];
  const header = title === undefined ? undefined : { title: fit(title, LIMITS.title, codePoints) };
  return { cardId: id, card: { header, sections: [{ widgets }] } };
}

/** Chat's own markup has no escape, so emphasis stays emphasis; links and mentions are broken up. */
function plainText({ title, message }: Notice): string {
  return fit(withoutNamedLinks(title === undefined ? message : `${title}\n${message}`), LIMITS.fallback, codePoints);
}

/** The same request id on every attempt, so that Chat does not post a repetition. What is said of one alert is one thread. */
function addressOf({ webhookUrl }: GoogleChatConfig, { deliveryId, alert }: RenderContext): string {
  const url = new URL(webhookUrl);
  url.searchParams.set('requestId', deliveryId);
  if (alert !== undefined) {
    url.searchParams.set('threadKey', alert.id);
    url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
  }
  return url.href;
}

const ChatAnswer = z.object({ error: z.object({ status: z.string().default(''), message: z.string().default('') }) });

/** The webhook or the space is deleted, or the key or the token is no longer valid. */
const GONE = /^(?:NOT_FOUND|UNAUTHENTICATED)$/;
const BAD_KEY = /API key not valid|invalid token/i;

/** Google Chat, by a webhook of a space. @see https://developers.google.com/workspace/chat/quickstart/webhooks */
export const googleChat = defineMessageKind({
  kind: 'google-chat',
  title: 'Google Chat',
  description: 'Posts notifications as cards to a space of Google Chat by a webhook.',
  config: GoogleChatConfig,
  secrets: ['webhookUrl'],
  urls: ['webhookUrl'],
  limits: { titleCharacters: LIMITS.title, bodyBytes: 32_000, requestsPerSecond: 1 },
  write(notice, config, context) {
    const text = mentionsIn(notice.message, config);
    const rich = { text, cardsV2: [cardOf(notice)], fallbackText: plainText(notice) };
    const body = context.plainText === true ? { text: plainText(notice) } : rich;
    return [jsonRequest({ url: addressOf(config, context) }, body, context)];
  },
  classify(response, { now }) {
    const error = answerOf(response, ChatAnswer)?.error;
    const answer: VendorAnswer = { response, now, said: error && `${error.status}: ${error.message}` };
    if (error === undefined) return byStatus(answer);
    if (GONE.test(error.status) || BAD_KEY.test(error.message)) return gone(answer);
    return error.status === 'INVALID_ARGUMENT' ? plainTextPlease(answer) : byStatus(answer);
  },
});
