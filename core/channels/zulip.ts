import * as z from 'zod';
import { allowMentions, lineOfText, serverUrl, templates, token } from './config-fields.ts';
import type { Editing } from './editing.ts';
import { withoutMentions, withoutNamedLinks, ZERO_WIDTH_SPACE } from './mentions.ts';
import { defineMessageKind } from './message-kind.ts';
import { factLine, type Notice } from './notice.ts';
import { boldLine, codePoints, fit } from './text-limit.ts';
import { answerOf, byStatus, gone, retried, type VendorAnswer, wordSet } from './vendor-answer.ts';
import { basicAuth, formRequest, under } from './vendor-request.ts';

/** In code points. @see https://zulip.com/api/send-message */
const LIMITS = { content: 10_000, topic: 60, title: 200 } as const;

const ZulipConfig = z.strictObject({
  serverUrl: serverUrl('zulip', { description: 'Your Zulip organization.', example: 'https://example.zulipchat.com' }),
  botEmail: z
    .email()
    .max(254)
    .meta({
      title: 'Bot email',
      description: 'The email address of the bot.',
      examples: ['alerts-bot@example.zulipchat.com'],
    }),
  apiKey: token({
    title: 'API key',
    description: 'The API key of the bot.',
    example: 'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
  }),
  stream: lineOfText({ title: 'Channel', description: 'The name of the channel (stream) to post to.', example: 'ops' }),
  topic: lineOfText({ title: 'Topic', description: 'The topic to post to.', example: 'alerts' }, LIMITS.topic),
  allowMentions,
  templates,
});
type ZulipConfig = z.infer<typeof ZulipConfig>;

/**
 * Zulip's Markdown has no escape, so emphasis in a notification stays emphasis. A zero-width character breaks markup
 * that does something: a link under another name, a block that could swallow what follows, and a command.
 *
 * @see https://github.com/zulip/zulip/issues/18202
 */
function disarmed(text: string): string {
  return withoutNamedLinks(text)
    .replace(/\$(?=\$)|#(?=\*\*)|!(?=(?:gr)?avatar\()/g, `$&${ZERO_WIDTH_SPACE}`)
    .replace(/^(?=[ \t]*(?:```|~~~|\/\w))/gm, ZERO_WIDTH_SPACE);
}

function contentOf(notice: Notice, { allowMentions }: ZulipConfig): string {
  const { title, message, link } = notice;
  const safe = (text: string) => disarmed(allowMentions === true ? text : withoutMentions(text));
  const heading = title === undefined ? '' : `${boldLine(safe(title), '**', LIMITS.title)}\n`;
  const open = link === undefined ? '' : ` · [Open message](${link})`;
  const below = `\n\n${safe(factLine(notice))}${open}`;
  return heading + fit(safe(message), LIMITS.content - codePoints(heading + below), codePoints) + below;
}

const ZulipAnswer = z.object({
  result: z.string(),
  msg: z.string().default(''),
  code: z.string().default(''),
  /** Seconds, with a fraction. */
  'retry-after': z.number().optional(),
});

const GONE = wordSet('INVALID_API_KEY UNAUTHORIZED USER_DEACTIVATED REALM_DEACTIVATED');

const Posted = z.object({ id: z.int().positive() });

/** The message was deleted or is not the bot's; or the organization, or its time limit, allows no editing of it. */
const POST_GONE =
  /^(?:Invalid message|You don't have permission to edit this message|The time limit for editing this message|Your organization has turned off message editing)/;

function addressOf({ serverUrl }: ZulipConfig, postId?: string): string {
  return under(serverUrl, `/api/v1/messages${postId === undefined ? '' : `/${postId}`}`);
}

function authorizationOf({ botEmail, apiKey }: ZulipConfig) {
  return { authorization: basicAuth(botEmail, apiKey) };
}

/** @see https://zulip.com/api/update-message */
const edits: Editing<ZulipConfig> = {
  place: ['serverUrl', 'stream', 'topic'],
  namesPosts: false,
  idOf: (response) => answerOf(response, Posted)?.id.toString(),
  edit(notice, config, context) {
    const destination = { url: addressOf(config, context.postId), headers: authorizationOf(config) };
    const fields = { content: contentOf(notice, config) };
    return [formRequest({ ...destination, method: 'PATCH' }, fields, context)];
  },
  refusal: (response) => (POST_GONE.test(answerOf(response, ZulipAnswer)?.msg ?? '') ? 'gone' : undefined),
};

/** Zulip, by a bot. @see https://zulip.com/api/send-message */
export const zulip = defineMessageKind({
  kind: 'zulip',
  title: 'Zulip',
  description: 'Sends notifications to a topic of a Zulip channel by a bot.',
  config: ZulipConfig,
  secrets: ['apiKey'],
  urls: ['serverUrl'],
  limits: { titleCharacters: LIMITS.title, messageCharacters: LIMITS.content, requestsPerSecond: 3 },
  write(notice, config, context) {
    const { stream: to, topic } = config;
    const fields = { type: 'stream', to, topic, content: contentOf(notice, config) };
    return [formRequest({ url: addressOf(config), headers: authorizationOf(config) }, fields, context)];
  },
  edits,
  classify(response, { now }) {
    const known = answerOf(response, ZulipAnswer);
    const answer: VendorAnswer = { response, now, said: known && `${known.msg} (${known.code})` };
    if (response.status === 429) return retried(answer, known?.['retry-after']);
    return known !== undefined && GONE.has(known.code) ? gone(answer) : byStatus(answer);
  },
});
