import * as z from 'zod';
import { serverUrl, templates, token } from './config-fields.ts';
import { defineMessageKind } from './message-kind.ts';
import { loudnessOf, type Notice, textWithState } from './notice.ts';
import { codePoints, fit, jsonBytes } from './text-limit.ts';
import { answerOf, byStatus, gone, retried, type VendorAnswer } from './vendor-answer.ts';
import { jsonRequest, under } from './vendor-request.ts';

const SERVER = 'https://ntfy.sh';
/**
 * A longer message would become an attachment. Counted as JSON, which is never less than as UTF-8, so that the whole
 * request also stays below the 9,216 bytes that a server takes.
 */
const MAX_MESSAGE_BYTES = 4096;
const MAX_TITLE_CHARACTERS = 200;
const TAGS = { count: 10, characters: 40 } as const;

const NtfyConfig = z.strictObject({
  serverUrl: serverUrl('ntfy', { description: 'Your ntfy server, or the public one.', example: SERVER }),
  topic: z
    .string()
    .regex(/^[-_A-Za-z0-9]{1,64}$/, 'Up to 64 letters, digits, hyphens and underscores.')
    .meta({
      title: 'Topic',
      description: 'The topic to publish to. On a public server its name is the only secret: make it hard to guess.',
      examples: ['alerts-8Kd2mQ'],
    }),
  token: token({
    title: 'Access token',
    description: 'For a topic that is not open to everybody.',
    example: 'tk_xxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  }).optional(),
  templates,
});

/** ntfy joins tags by commas, and shows those that are names of emoji as such. */
function tagsOf({ tags }: Notice): string[] | undefined {
  const shown = tags.slice(0, TAGS.count).map((tag) => fit(tag.replaceAll(',', ' '), TAGS.characters, codePoints));
  return shown.length === 0 ? undefined : shown;
}

const NtfyAnswer = z.object({ code: z.number(), error: z.string() });

const UNAUTHORIZED = 40_101;
/** Quotas of a day, for messages and emails, begin anew at midnight UTC. */
const DAY_QUOTA = new Set([42_902, 42_908]);
const DAY_MS = 24 * 60 * 60 * 1000;

/** ntfy: the same five priorities as here, and plain text. @see https://docs.ntfy.sh/publish/#publish-as-json */
export const ntfy = defineMessageKind({
  kind: 'ntfy',
  title: 'ntfy',
  description: 'Pushes notifications to phones and desktops that subscribe to a topic of an ntfy server.',
  config: NtfyConfig,
  secrets: ['token'],
  urls: ['serverUrl'],
  limits: { titleCharacters: MAX_TITLE_CHARACTERS, bodyBytes: MAX_MESSAGE_BYTES, requestsPerSecond: 0.2, burst: 60 },
  write(notice, config, context) {
    const { title, link } = notice;
    const body = {
      topic: config.topic,
      title: title === undefined ? undefined : fit(title, MAX_TITLE_CHARACTERS, codePoints),
      message: fit(textWithState(notice), MAX_MESSAGE_BYTES, jsonBytes),
      priority: loudnessOf(notice),
      tags: tagsOf(notice),
      click: link,
    };
    const headers = config.token === undefined ? {} : { authorization: `Bearer ${config.token}` };
    // To the root: a JSON body sent to the address of the topic would itself be the message.
    return [jsonRequest({ url: under(config.serverUrl, '/'), headers }, body, context)];
  },
  classify(response, { now }) {
    const known = answerOf(response, NtfyAnswer);
    const answer: VendorAnswer = { response, now, said: known && `${known.error} (${known.code})` };
    if (known?.code === UNAUTHORIZED) return gone(answer);
    return known !== undefined && DAY_QUOTA.has(known.code)
      ? retried(answer, (DAY_MS - (now % DAY_MS)) / 1000)
      : byStatus(answer);
  },
});
