import * as z from 'zod';
import { allowMentions, lineOfText, serverUrl, templates, token } from './config-fields.ts';
import type { RenderContext } from './channel-kind.ts';
import type { Editing } from './editing.ts';
import { escapeHtml, htmlPieces } from './html-pieces.ts';
import { withoutMentions } from './mentions.ts';
import { defineMessageKind } from './message-kind.ts';
import { colourOf, factLine, type Notice } from './notice.ts';
import { codePoints, fit, jsonBytes } from './text-limit.ts';
import { answerOf, byStatus, gone, plainTextPlease, retried, type VendorAnswer, wordSet } from './vendor-answer.ts';
import { getRequest, jsonRequest, under } from './vendor-request.ts';

/** An event has at most 65,536 bytes, including what servers add, and it holds the text twice. */
const LIMITS = { html: 30_000, plain: 20_000, fallback: 1000, title: 200, mentions: 20 } as const;

const MatrixConfig = z.strictObject({
  serverUrl: serverUrl('matrix', { description: 'The homeserver of the bot.', example: 'https://matrix.example.com' }),
  accessToken: token({
    title: 'Access token',
    description: 'Of an account that is a member of the room.',
    example: 'syt_xxxxxxxx_xxxxxxxxxxxxxxxxxxxx_xxxxxx',
  }),
  roomId: lineOfText({
    title: 'Room ID',
    description: 'The internal ID of a room without encryption.',
    example: '!xxxxxxxxxxxxxxxxxx:example.com',
  }),
  allowMentions,
  templates,
});
type MatrixConfig = z.infer<typeof MatrixConfig>;

function htmlForm(notice: Notice, safe: (text: string) => string): string {
  const { title, message, link } = notice;
  const heading =
    title === undefined ? '' : `<strong>${escapeHtml(fit(safe(title), LIMITS.title, codePoints))}</strong><br>`;
  const text = fit(htmlPieces(safe(message), '<br>'), LIMITS.html, jsonBytes);
  const facts = `<font data-mx-color="#${colourOf(notice)}">■</font> ${escapeHtml(safe(factLine(notice)))}`;
  const open = link === undefined ? '' : ` · <a href="${escapeHtml(link)}">Open message</a>`;
  return `${heading}${text}<br><br>${facts}${open}`;
}

function plainForm(notice: Notice, safe: (text: string) => string): string {
  const { title, message } = notice;
  const heading = title === undefined ? '' : `${fit(safe(title), LIMITS.title, codePoints)}\n`;
  return `${heading}${fit(safe(message), LIMITS.plain, jsonBytes)}\n\n${safe(factLine(notice))}`;
}

/** Says whom the event calls; if empty, it calls nobody, whatever its text says. @see https://spec.matrix.org/v1.16/client-server-api/#user-and-room-mentions */
function mentionsOf({ message }: Notice, { allowMentions }: MatrixConfig) {
  if (allowMentions !== true) return {};
  const users = [...new Set(message.match(/@[a-z0-9._=/+-]+:[a-z0-9.-]+(?::\d+)?/gi) ?? [])].slice(0, LIMITS.mentions);
  return {
    ...(/@room\b/.test(message) ? { room: true } : {}),
    ...(users.length === 0 ? {} : { user_ids: users }),
  };
}

function contentOf(notice: Notice, config: MatrixConfig, { plainText }: RenderContext) {
  const safe = config.allowMentions === true ? (text: string) => text : withoutMentions;
  const html = { format: 'org.matrix.custom.html', formatted_body: htmlForm(notice, safe) };
  return {
    msgtype: 'm.text',
    body: plainForm(notice, safe),
    ...(plainText === true ? {} : html),
    'm.mentions': mentionsOf(notice, config),
  };
}

/** @param path below the room */
function inRoom({ serverUrl, roomId, accessToken }: MatrixConfig, path: string) {
  const url = under(serverUrl, `/_matrix/client/v3/rooms/${encodeURIComponent(roomId)}${path}`);
  return { url, headers: { authorization: `Bearer ${accessToken}` } };
}

function sending(config: MatrixConfig, transaction: string) {
  return { ...inRoom(config, `/send/m.room.message/${transaction}`), method: 'PUT' as const };
}

const MatrixAnswer = z.object({
  errcode: z.string(),
  error: z.string().default(''),
  retry_after_ms: z.number().optional(),
});

const GONE = wordSet('M_UNKNOWN_TOKEN M_MISSING_TOKEN M_USER_DEACTIVATED');

const Posted = z.object({ event_id: z.string().regex(/^\$[\w+/.:~-]{1,254}$/) });

/** An event that is read, of which a redaction has left the frame. */
const Redacted = z.object({ unsigned: z.object({ redacted_because: z.unknown().refine((why) => why !== undefined) }) });

/**
 * An edit names the event that it takes the place of, and stands beside a short form for programs that know no edits.
 * Servers take edits of what was redacted, and then nobody sees them: so the event is looked at before.
 *
 * @see https://spec.matrix.org/v1.16/client-server-api/#event-replacements
 */
const edits: Editing<MatrixConfig> = {
  place: ['serverUrl', 'roomId'],
  namesPosts: true,
  idOf: (response) => answerOf(response, Posted)?.event_id,
  edit(notice, config, context) {
    const { post, postId, plainText } = context;
    const form = plainText === true ? '-plain' : '';
    const step = post.continued === true ? 'continued' : post.version;
    const content = contentOf(notice, config, context);
    const edit = {
      msgtype: content.msgtype,
      body: `* ${fit(content.body, LIMITS.fallback, jsonBytes)}`,
      'm.mentions': {},
      'm.new_content': content,
      'm.relates_to': { rel_type: 'm.replace', event_id: postId },
    };
    return [
      getRequest(inRoom(config, `/event/${encodeURIComponent(postId)}`), context),
      jsonRequest(sending(config, `${post.id}-${step}${form}`), edit, context),
    ];
  },
  refusal(response) {
    const isMissing = answerOf(response, MatrixAnswer)?.errcode === 'M_NOT_FOUND';
    return isMissing || answerOf(response, Redacted) !== undefined ? 'gone' : undefined;
  },
};

/** Matrix. The transaction is the delivery, or the post, so a repetition makes no second event. @see https://spec.matrix.org/latest/client-server-api/ */
export const matrix = defineMessageKind({
  kind: 'matrix',
  title: 'Matrix',
  description: 'Sends notifications to a Matrix room without encryption.',
  config: MatrixConfig,
  secrets: ['accessToken'],
  urls: ['serverUrl'],
  limits: { titleCharacters: LIMITS.title, bodyBytes: LIMITS.html, requestsPerSecond: 0.2, burst: 10 },
  write(notice, config, context) {
    const transaction = context.post?.id ?? context.deliveryId;
    return [jsonRequest(sending(config, transaction), contentOf(notice, config, context), context)];
  },
  edits,
  classify(response, { now }) {
    const known = answerOf(response, MatrixAnswer);
    const answer: VendorAnswer = { response, now, said: known && `${known.errcode}: ${known.error}` };
    if (response.status === 429) {
      return retried(answer, known?.retry_after_ms === undefined ? undefined : known.retry_after_ms / 1000);
    }
    if (known?.errcode === 'M_TOO_LARGE') return plainTextPlease(answer);
    return known !== undefined && GONE.has(known.errcode) ? gone(answer) : byStatus(answer);
  },
});
