import * as z from 'zod';
import { allowMentions, templates, webhookUrl } from './config-fields.ts';
import { markdownLink, markdownPieces, withoutIndentsAndEntities } from './markdown-pieces.ts';
import { ZERO_WIDTH_SPACE } from './mentions.ts';
import { defineMessageKind } from './message-kind.ts';
import { factsOf, type Notice } from './notice.ts';
import { byPriority } from './priority-map.ts';
import { codePoints, fit, jsonBytes } from './text-limit.ts';
import {
  answerOf,
  byStatus,
  gone,
  plainTextPlease,
  refusedForGood,
  retried,
  type VendorAnswer,
  wordSet,
} from './vendor-answer.ts';
import { jsonRequest } from './vendor-request.ts';

/** Teams takes 28 KB in all; everything besides the message stays far below the difference. */
const MAX_MESSAGE_BYTES = 20_000;
const MAX_TITLE_CHARACTERS = 256;

const TeamsConfig = z.strictObject({
  webhookUrl: webhookUrl('teams', {
    description: 'The address of a workflow that posts to a channel or chat when a webhook request is received.',
    example: 'https://prod-00.westeurope.logic.azure.com/workflows/0/triggers/manual/paths/invoke?sig=XXXXXXXX',
  }),
  allowMentions,
  templates,
});
type TeamsConfig = z.infer<typeof TeamsConfig>;

/** `<at>anna@example.com</at>`: calls a member of the team by the address they sign in with. */
const MENTION = /<at>([^<>\s]{3,100}@[^<>\s]{3,100})<\/at>/g;
const MAX_MENTIONS = 20;

/** Breaks markup that only cards read: mentions, and date functions in double braces. */
function disarmed(text: string): string {
  return withoutIndentsAndEntities(text).replace(/<(?=\/?at\b)|\{(?=\{)/gi, `$&${ZERO_WIDTH_SPACE}`);
}

const SPECIAL = '\\\\*_~`[\\]()!|';
/** A text block reads part of Markdown, and needs an empty line for a line break. */
const DIALECT = { special: SPECIAL, link: (address: string) => markdownLink(address, SPECIAL), lineBreak: '\n\n' };

function escapedPieces(text: string): string[] {
  return markdownPieces(disarmed(text), DIALECT);
}

function pieces(text: string, { allowMentions }: TeamsConfig): string[] {
  if (allowMentions !== true) return escapedPieces(text);
  const parts = text.split(new RegExp(`(${MENTION.source.replace('(', '(?:')})`));
  return parts.flatMap((part, index) => (index % 2 ? [part] : escapedPieces(part)));
}

function entitiesOf(text: string, { allowMentions }: TeamsConfig) {
  if (allowMentions !== true) return [];
  const names = new Map([...text.matchAll(MENTION)].map(([whole, name = '']) => [whole, name]));
  return [...names]
    .slice(0, MAX_MENTIONS)
    .map(([text, id]) => ({ type: 'mention', text, mentioned: { id, name: id } }));
}

function textBlock(text: string, more: object = {}) {
  return { type: 'TextBlock', text, wrap: true, ...more };
}

const STATE_COLOURS = { Resolved: 'Good', Acknowledged: 'Accent', 'Continued below': 'Default' } as const;

function colourName({ state, priority }: Notice): string {
  if (state !== undefined) return STATE_COLOURS[state.word];
  return byPriority(priority, ['Default', 'Accent', 'Good', 'Warning', 'Attention'], 'Default');
}

function richBody(notice: Notice, config: TeamsConfig) {
  const { title, message } = notice;
  const color = colourName(notice);
  const facts = factsOf(notice).map(({ name, value }) => ({ title: name, value: escapedPieces(value).join('') }));
  const heading = title === undefined ? [] : [fit(escapedPieces(title), MAX_TITLE_CHARACTERS, codePoints)];
  return [
    ...heading.map((text) => textBlock(text, { size: 'Large', weight: 'Bolder', color })),
    textBlock(fit(pieces(message, config), MAX_MESSAGE_BYTES, jsonBytes)),
    { type: 'FactSet', facts },
  ];
}

function plainBody({ title, message }: Notice) {
  const text = title === undefined ? message : `${title}\n${message}`;
  return [textBlock(fit(escapedPieces(text), MAX_MESSAGE_BYTES, jsonBytes))];
}

function cardOf(notice: Notice, config: TeamsConfig, plain: boolean) {
  const entities = plain ? [] : entitiesOf(notice.message, config);
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: plain ? plainBody(notice) : richBody(notice, config),
    actions: notice.link === undefined ? [] : [{ type: 'Action.OpenUrl', title: 'Open message', url: notice.link }],
    msteams: { width: 'Full', ...(entities.length === 0 ? {} : { entities }) },
  };
}

const FlowAnswer = z.object({ error: z.object({ code: z.string(), message: z.string().default('') }) });

const BAD_CARD = new Set([
  'InvalidRequestContent',
  'TriggerInputSchemaMismatch',
  'InvalidBotAdaptiveCard',
  'BadRequest',
]);
/** The flow is deleted or switched off, or the signature in its address is no longer valid. */
const GONE = wordSet(`
  WorkflowNotFound WorkflowTriggerNotFound WorkflowTriggerIsNotEnabled TriggerDisabled FlowNotFound AuthorizationFailed
  DirectApiAuthorizationRequired SecurityPolicyEvaluationFailed
`);

/** An old connector answers 200 and reports the failure in words. */
const CONNECTOR_FAILED = /^Webhook message delivery failed with error:/;

/**
 * Microsoft Teams, by a workflow. 202 says that the flow took the card, not that it was posted.
 *
 * @see https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 */
export const teams = defineMessageKind({
  kind: 'teams',
  title: 'Microsoft Teams',
  description: 'Posts notifications as cards to a Teams channel or chat by a workflow.',
  config: TeamsConfig,
  secrets: ['webhookUrl'],
  urls: ['webhookUrl'],
  limits: { titleCharacters: MAX_TITLE_CHARACTERS, bodyBytes: 28_000, requestsPerSecond: 4 },
  write(notice, config, context) {
    const content = cardOf(notice, config, context.plainText === true);
    const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
    return [jsonRequest({ url: config.webhookUrl }, { type: 'message', attachments: [attachment] }, context)];
  },
  classify(response, { now }) {
    const error = answerOf(response, FlowAnswer)?.error;
    const said = error === undefined ? undefined : `${error.code}: ${error.message}`;
    const answer: VendorAnswer = { response, now, said };
    if (response.status === 200 && CONNECTOR_FAILED.test(response.body)) {
      const told = { ...answer, said: response.body };
      return /HTTP error (429|5\d\d)/.test(response.body) ? retried(told) : refusedForGood(told);
    }
    if (error !== undefined && BAD_CARD.has(error.code)) return plainTextPlease(answer);
    return error !== undefined && GONE.has(error.code) ? gone(answer) : byStatus(answer);
  },
});
