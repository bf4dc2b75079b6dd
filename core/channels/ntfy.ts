import * as z from 'zod';
import type { ConfigChange, Prepared, RenderContext } from './channel-kind.ts';
import { serverUrl, templates, token } from './config-fields.ts';
import type { Editing } from './editing.ts';
import { defineMessageKind } from './message-kind.ts';
import { PRESS_FIELD } from './ntfy-press.ts';
import { loudnessOf, type Notice, textWithState } from './notice.ts';
import { codePoints, fit, jsonBytes } from './text-limit.ts';
import { answerOf, byStatus, gone, retried, type VendorAnswer } from './vendor-answer.ts';
import { jsonRequest, under } from './vendor-request.ts';

const SERVER = 'https://ntfy.sh';
/**
 * A longer message would become an attachment. Counted as JSON, which is never shorter than UTF-8, so that the whole
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

const StoredNtfyConfig = NtfyConfig.extend({
  /** What buttons on posts of alerts are made with. Channels that were saved before there were any have none. */
  pressSecret: z.string().optional(),
});
type NtfyConfig = z.infer<typeof StoredNtfyConfig>;

const PRESS_SECRET_BYTES = 32;

function prepare(config: NtfyConfig, { previous, randomBytes }: ConfigChange<NtfyConfig>): Prepared<NtfyConfig> {
  const made = () => Buffer.from(randomBytes(PRESS_SECRET_BYTES)).toString('base64url');
  return { config: { ...config, pressSecret: previous?.pressSecret ?? made() }, issued: [] };
}

/** ntfy joins tags by commas, and shows those that are names of emoji as such. */
function tagsOf({ tags }: Notice): string[] | undefined {
  const shown = tags.slice(0, TAGS.count).map((tag) => fit(tag.replaceAll(',', ' '), TAGS.characters, codePoints));
  return shown.length === 0 ? undefined : shown;
}

function bodyOf(notice: Notice, config: NtfyConfig, priority: number | undefined) {
  const { title, link } = notice;
  return {
    topic: config.topic,
    title: title === undefined ? undefined : fit(title, MAX_TITLE_CHARACTERS, codePoints),
    message: fit(textWithState(notice), MAX_MESSAGE_BYTES, jsonBytes),
    priority,
    tags: tagsOf(notice),
    click: link,
  };
}

/** Beyond three, ntfy refuses the message. */
const MAX_ACTIONS = 3;

/** What a press on the phone sends. @see https://docs.ntfy.sh/publish/#send-http-request */
function formAction(label: string, url: string, fields: Readonly<Record<string, string>>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(fields).toString();
  return { action: 'http', label, url, method: 'POST', headers, body, clear: true };
}

/** Presses that change the alert. */
function alertActions({ alert }: RenderContext) {
  const { buttons = [], presses } = alert?.pressed ?? {};
  if (presses === undefined) return undefined;
  return buttons.map(({ label, token }) => formAction(label, presses.url, { [PRESS_FIELD]: token }));
}

/**
 * Answers that a press on the phone sends to the answer page, or the page itself, where a press would not do: people
 * must not decide on a text that was cut.
 */
function actionsOf(notice: Notice, context: RenderContext) {
  const { url, buttons = [] } = context.ask ?? {};
  if (url === undefined) return alertActions(context);
  const isWhole = fit(textWithState(notice), MAX_MESSAGE_BYTES, jsonBytes) === textWithState(notice);
  if (!isWhole || buttons.length === 0 || buttons.length > MAX_ACTIONS) return [{ action: 'view', label: 'Open', url }];
  return buttons.map(({ id, label }) => formAction(label, url, { option: id }));
}

/** To the root: a JSON body sent to the address of the topic would itself be the message. */
function publish(body: object, { serverUrl, token }: NtfyConfig, context: RenderContext) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return [jsonRequest({ url: under(serverUrl, '/'), headers }, body, context)];
}

/** Changed without a sound. */
const MAX_SILENT_PRIORITY = 2;

/**
 * A message with the sequence ID of an earlier one takes its place on phones; servers before 2.16 make it another one.
 *
 * @see https://docs.ntfy.sh/publish/#updating-deleting-notifications
 */
const edits: Editing<NtfyConfig> = {
  place: ['serverUrl', 'topic'],
  namesPosts: true,
  idOf: (_, { post }) => post.id,
  edit(notice, config, context) {
    const priority = Math.min(notice.priority ?? MAX_SILENT_PRIORITY, MAX_SILENT_PRIORITY);
    const post = { sequence_id: context.postId, actions: alertActions(context) };
    return publish({ ...bodyOf(notice, config, priority), ...post }, config, context);
  },
  refusal: () => undefined,
};

const NtfyAnswer = z.object({ code: z.number(), error: z.string() });

const UNAUTHORIZED = 40_101;
/** Daily quotas, for messages and emails, start again at midnight UTC. */
const DAY_QUOTA = new Set([42_902, 42_908]);
const DAY_MS = 24 * 60 * 60 * 1000;

/** ntfy: the same five priorities as here, and plain text. @see https://docs.ntfy.sh/publish/#publish-as-json */
export const ntfy = defineMessageKind<NtfyConfig>({
  kind: 'ntfy',
  title: 'ntfy',
  description: 'Pushes notifications to phones and desktops that subscribe to a topic of an ntfy server.',
  config: NtfyConfig,
  stored: StoredNtfyConfig,
  secrets: ['token', 'pressSecret'],
  internal: ['pressSecret'],
  urls: ['serverUrl'],
  limits: { titleCharacters: MAX_TITLE_CHARACTERS, bodyBytes: MAX_MESSAGE_BYTES, requestsPerSecond: 0.2, burst: 60 },
  write(notice, config, context) {
    // The end of an ask takes the place of its question, and of its buttons.
    const sequence = { sequence_id: context.post?.id ?? context.ask?.id, actions: actionsOf(notice, context) };
    return publish({ ...bodyOf(notice, config, loudnessOf(notice)), ...sequence }, config, context);
  },
  edits,
  prepare,
  pressSecret: ({ pressSecret }) => pressSecret,
  classify(response, { now }) {
    const known = answerOf(response, NtfyAnswer);
    const answer: VendorAnswer = { response, now, said: known && `${known.error} (${known.code})` };
    if (known?.code === UNAUTHORIZED) return gone(answer);
    return known !== undefined && DAY_QUOTA.has(known.code)
      ? retried(answer, (DAY_MS - (now % DAY_MS)) / 1000)
      : byStatus(answer);
  },
});
