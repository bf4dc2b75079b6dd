import * as z from 'zod';
import { allowMentions, templates, webhookUrl } from './config-fields.ts';
import { withoutMentions, withoutNamedLinks } from './mentions.ts';
import { defineMessageKind } from './message-kind.ts';
import { colourOf, factLine, type Notice } from './notice.ts';
import { boldLine, fit, utf16Units } from './text-limit.ts';
import { answerOf, byStatus, gone, type VendorAnswer } from './vendor-answer.ts';
import { jsonRequest } from './vendor-request.ts';

/** What servers allow by default (`Message_MaxAllowedSize`). */
const LIMITS = { text: 5000, title: 200 } as const;

const RocketChatConfig = z.strictObject({
  webhookUrl: webhookUrl('rocket-chat', {
    description: 'The address of an incoming webhook integration.',
    example: 'https://chat.example.com/hooks/xxxxxxxxxxxxxxxxx/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  }),
  allowMentions,
  templates,
});

/**
 * Rocket.Chat's parser has no escape, so emphasis in a notification stays emphasis.
 *
 * @see https://github.com/RocketChat/Rocket.Chat/blob/develop/packages/message-parser/src/grammar.pegjs
 */
function bodyOf(notice: Notice, safe: (text: string) => string) {
  const { title, message, link, receivedAt } = notice;
  const heading = title === undefined ? '' : `${boldLine(safe(title), '*', LIMITS.title)}\n`;
  return {
    text: heading + fit(safe(message), LIMITS.text - heading.length, utf16Units),
    parseUrls: false,
    attachments: [
      {
        color: `#${colourOf(notice)}`,
        ...(link === undefined ? {} : { title: 'Open message', title_link: link }),
        text: safe(factLine(notice)),
        ts: receivedAt,
      },
    ],
  };
}

const RocketChatAnswer = z.object({
  success: z.boolean(),
  error: z.string().default(''),
  message: z.string().default(''),
});

/** Rocket.Chat, by an incoming webhook integration. @see https://docs.rocket.chat/docs/integrations */
export const rocketChat = defineMessageKind({
  kind: 'rocket-chat',
  title: 'Rocket.Chat',
  description: 'Posts notifications to a Rocket.Chat channel by an incoming webhook integration.',
  config: RocketChatConfig,
  secrets: ['webhookUrl'],
  urls: ['webhookUrl'],
  limits: { titleCharacters: LIMITS.title, messageCharacters: LIMITS.text },
  write(notice, config, context) {
    const safe = (text: string) => withoutNamedLinks(config.allowMentions === true ? text : withoutMentions(text));
    return [jsonRequest({ url: config.webhookUrl }, bodyOf(notice, safe), context)];
  },
  classify(response, { now }) {
    const known = answerOf(response, RocketChatAnswer);
    const answer: VendorAnswer = { response, now, said: known && (known.error || known.message) };
    return /invalid integration id or token/i.test(known?.error ?? '') ? gone(answer) : byStatus(answer);
  },
});
