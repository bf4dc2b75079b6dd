import { type JsonObject, ownValue, readableText } from '../../message/json-object.ts';
import { objectAt, objectsAt, textAt } from '../presets/body-value.ts';
import { joined, lines } from '../presets/wording.ts';
import type { Dialect, DialectItem, DialectReading, DialectRequest } from './dialect.ts';
import { readObject } from './read-body.ts';

const ADAPTIVE_CARD = 'application/vnd.microsoft.card.adaptive';

/** Containers of cards nest; deeper than this nobody lays out. */
const MAX_DEPTH = 4;

/**
 * Incoming webhooks of Microsoft Teams: connectors, which take a MessageCard, and workflows, which take Adaptive Cards.
 *
 * @see https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 */
export const teams: Dialect = {
  title: 'Microsoft Teams webhooks',
  operations: [
    {
      method: 'POST',
      path: '',
      summary: 'Post a MessageCard or an Adaptive Card',
      example: { '@type': 'MessageCard', title: 'Disk full', text: '95 % of /var' },
      read: readCard,
    },
  ],
  answers: [202],
  keysIn: () => [],
  accepted: () => ({ status: 202 }),
  refused: ({ status, error }) => ({ json: { error: { code: codes[status], message: error } } }),
};

/** As the workflows behind these addresses name them. */
const codes = {
  400: 'InvalidRequestContent',
  401: 'DirectApiAuthorizationRequired',
  403: 'WorkflowTriggerIsNotEnabled',
  404: 'WorkflowNotFound',
  405: 'MethodNotAllowed',
  413: 'RequestEntityTooLarge',
  429: 'WorkflowThrottled',
  503: 'ServiceUnavailable',
  508: 'LoopDetected',
} as const;

function readCard(request: DialectRequest): DialectReading {
  const read = readObject(request);
  if (read === undefined) return { kind: 'invalid', error: 'Invalid JSON body' };
  return { kind: 'notifications', items: [{ ...read, ...wording(read.payload), tags: [] }] };
}

type Wording = Pick<DialectItem, 'title' | 'message' | 'link'>;

function wording(body: JsonObject): Wording {
  const attached = objectsAt(body, 'attachments').filter(({ contentType }) => contentType === ADAPTIVE_CARD);
  if (attached.length > 0)
    return adaptiveCards(
      attached.map((attachment) => objectAt(attachment, 'content')),
      body,
    );
  return textAt(body, 'type') === 'AdaptiveCard' ? adaptiveCards([body], body) : messageCard(body);
}

function messageCard(card: JsonObject): Wording {
  const sections = objectsAt(card, 'sections').map((section) =>
    lines(
      textAt(section, 'activityTitle', 'title'),
      textAt(section, 'activitySubtitle'),
      textAt(section, 'activityText', 'text'),
      ...factLines(section, 'name'),
    ),
  );
  const title = textAt(card, 'title');
  const link = objectsAt(card, 'potentialAction').flatMap(
    (action) => textAt(action, 'targets.0.uri', 'target.0') ?? [],
  );
  return titled(title, joined([textAt(card, 'text'), ...sections], '\n\n') ?? textAt(card, 'summary'), link[0]);
}

/** The first line of a card is its title when it is set apart as one; so is the card's own short text. */
function adaptiveCards(cards: readonly JsonObject[], body: JsonObject): Wording {
  const blocks = cards.flatMap((card) => blocksOf(card, 'body', 0));
  const [head] = blocks;
  const isHeading = head !== undefined && blocks.length > 1 && isSetApart(head);
  const texts = (isHeading ? blocks.slice(1) : blocks).map((block) => blockText(block));
  const link = cards.flatMap((card) => objectsAt(card, 'actions')).flatMap((action) => textAt(action, 'url') ?? []);
  const message = lines(...texts) ?? textAt(body, 'text', 'summary');
  return titled(isHeading ? blockText(head) : textAt(body, 'summary'), message, link[0]);
}

function titled(title: string | undefined, message: string | undefined, link: string | undefined): Wording {
  return message === undefined || message === title
    ? { ...(title === undefined ? {} : { message: title }), link }
    : { title, message, link };
}

/** The blocks of a card and of the containers and columns in it, in reading order. */
function blocksOf(container: JsonObject, field: string, depth: number): JsonObject[] {
  if (depth > MAX_DEPTH) return [];
  return objectsAt(container, field).flatMap((block) => [
    block,
    ...blocksOf(block, 'items', depth + 1),
    ...blocksOf(block, 'columns', depth + 1),
  ]);
}

function isSetApart(block: JsonObject): boolean {
  const size = textAt(block, 'size')?.toLowerCase() ?? '';
  return (
    textAt(block, 'weight')?.toLowerCase() === 'bolder' ||
    ['medium', 'large', 'extralarge'].includes(size) ||
    textAt(block, 'style')?.toLowerCase() === 'heading'
  );
}

function blockText(block: JsonObject): string | undefined {
  const runs = objectsAt(block, 'inlines').map((run) => readableText(ownValue(run, 'text')));
  return lines(textAt(block, 'text'), joined(runs, ''), ...factLines(block, 'title'));
}

function factLines(holder: JsonObject, name: string): (string | undefined)[] {
  return objectsAt(holder, 'facts').map((fact) => joined([textAt(fact, name), textAt(fact, 'value')], ': '));
}
