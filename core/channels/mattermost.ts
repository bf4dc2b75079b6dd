import * as z from 'zod';
import { allowMentions, templates, webhookUrl } from './config-fields.ts';
import { markdownLink, markdownPieces, withoutIndentsAndEntities } from './markdown-pieces.ts';
import { withoutMentions } from './mentions.ts';
import { defineMessageKind } from './message-kind.ts';
import { colourOf, factLine, type Notice } from './notice.ts';
import { codePoints, fit } from './text-limit.ts';
import { answerOf, byStatus, gone, refusedForGood, type VendorAnswer, wordSet } from './vendor-answer.ts';
import { jsonRequest } from './vendor-request.ts';

/** A post has 16,383 code points. @see https://developers.mattermost.com/integrate/webhooks/incoming/ */
const LIMITS = { text: 16_383, title: 256 } as const;

const MattermostConfig = z.strictObject({
  webhookUrl: webhookUrl('mattermost', {
    description: 'The address of an incoming webhook.',
    example: 'https://mattermost.example.com/hooks/xxxxxxxxxxxxxxxxxxxxxxxxxx',
  }),
  allowMentions,
  templates,
});
type MattermostConfig = z.infer<typeof MattermostConfig>;

const SPECIAL = '\\\\*_~`|[\\]()#!';
const DIALECT = { special: SPECIAL, link: (address: string) => markdownLink(address, SPECIAL), lineBreak: '\n' };

function pieces(text: string, { allowMentions }: MattermostConfig): string[] {
  const plain = withoutIndentsAndEntities(text);
  return markdownPieces(allowMentions === true ? plain : withoutMentions(plain), DIALECT);
}

function bodyOf(notice: Notice, config: MattermostConfig) {
  const { title, message, link } = notice;
  const heading = title === undefined ? '' : `#### ${fit(pieces(title, config), LIMITS.title, codePoints)}\n`;
  const open = link === undefined ? '' : ` · [Open message](${link})`;
  const facts = pieces(factLine(notice), config).join('') + open;
  return {
    text: heading + fit(pieces(message, config), LIMITS.text - codePoints(heading), codePoints),
    attachments: [{ color: `#${colourOf(notice)}`, text: facts }],
  };
}

const MattermostAnswer = z.object({ id: z.string(), message: z.string().default('') });

const GONE = wordSet('web.incoming_webhook.invalid.app_error web.incoming_webhook.user.app_error');
/** Webhooks are off for the whole server: it answers like a server fault, but this one does not pass. */
const REFUSED = wordSet('web.incoming_webhook.disabled.app_error');

/** Mattermost, by an incoming webhook. @see https://developers.mattermost.com/integrate/webhooks/incoming/ */
export const mattermost = defineMessageKind({
  kind: 'mattermost',
  title: 'Mattermost',
  description: 'Posts notifications to a Mattermost channel by an incoming webhook.',
  config: MattermostConfig,
  secrets: ['webhookUrl'],
  urls: ['webhookUrl'],
  limits: { titleCharacters: LIMITS.title, messageCharacters: LIMITS.text },
  write(notice, config, context) {
    return [jsonRequest({ url: config.webhookUrl }, bodyOf(notice, config), context)];
  },
  classify(response, { now }) {
    const known = answerOf(response, MattermostAnswer);
    const answer: VendorAnswer = { response, now, said: known && `${known.message} (${known.id})` };
    if (known !== undefined && GONE.has(known.id)) return gone(answer);
    return known !== undefined && REFUSED.has(known.id) ? refusedForGood(answer) : byStatus(answer);
  },
});
