import * as z from 'zod';
import { allowMentions, lineOfText, serverUrl, templates, token } from './config-fields.ts';
import { escapeHtml, htmlPieces } from './html-pieces.ts';
import { withoutMentions } from './mentions.ts';
import { defineMessageKind } from './message-kind.ts';
import { colourOf, factLine, type Notice } from './notice.ts';
import { codePoints, fit, jsonBytes } from './text-limit.ts';
import { answerOf, byStatus, gone, plainTextPlease, retried, type VendorAnswer, wordSet } from './vendor-answer.ts';
import { jsonRequest, under } from './vendor-request.ts';

/** An event has 65,536 bytes with what the servers add to it, and the text stands in it twice. */
const LIMITS = { html: 30_000, plain: 20_000, title: 200, mentions: 20 } as const;

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

/** Says whom the event calls; empty, it calls nobody, whatever its text says. @see https://spec.matrix.org/v1.16/client-server-api/#user-and-room-mentions */
function mentionsOf({ message }: Notice, { allowMentions }: MatrixConfig) {
  if (allowMentions !== true) return {};
  const users = [...new Set(message.match(/@[a-z0-9._=/+-]+:[a-z0-9.-]+(?::\d+)?/gi) ?? [])].slice(0, LIMITS.mentions);
  return {
    ...(/@room\b/.test(message) ? { room: true } : {}),
    ...(users.length === 0 ? {} : { user_ids: users }),
  };
}

const MatrixAnswer = z.object({
  errcode: z.string(),
  error: z.string().default(''),
  retry_after_ms: z.number().optional(),
});

const GONE = wordSet('M_UNKNOWN_TOKEN M_MISSING_TOKEN M_USER_DEACTIVATED');

/** Matrix. The transaction is the delivery, so a repetition makes no second event. @see https://spec.matrix.org/latest/client-server-api/ */
export const matrix = defineMessageKind({
  kind: 'matrix',
  title: 'Matrix',
  description: 'Sends notifications to a Matrix room without encryption.',
  config: MatrixConfig,
  secrets: ['accessToken'],
  urls: ['serverUrl'],
  limits: { titleCharacters: LIMITS.title, bodyBytes: LIMITS.html, requestsPerSecond: 0.2, burst: 10 },
  write(notice, config, context) {
    const safe = config.allowMentions === true ? (text: string) => text : withoutMentions;
    const path = `/_matrix/client/v3/rooms/${encodeURIComponent(config.roomId)}/send/m.room.message/${context.deliveryId}`;
    const headers = { authorization: `Bearer ${config.accessToken}` };
    const html = { format: 'org.matrix.custom.html', formatted_body: htmlForm(notice, safe) };
    const content = {
      msgtype: 'm.text',
      body: plainForm(notice, safe),
      ...(context.plainText === true ? {} : html),
      'm.mentions': mentionsOf(notice, config),
    };
    return [jsonRequest({ url: under(config.serverUrl, path), method: 'PUT', headers }, content, context)];
  },
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
