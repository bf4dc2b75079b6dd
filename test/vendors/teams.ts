import { createRequire } from 'node:module';
import type * as AdaptiveCards from 'adaptivecards';
import * as z from 'zod';
import { readMarkdown, withoutIndents } from './markdown.ts';
import { type FakeVendor, jsonAnswer } from './vendor.ts';

// The parser looks for a browser's global object; it draws nothing here.
Object.assign(globalThis, { self: globalThis });
const cards: typeof AdaptiveCards = createRequire(import.meta.url)('adaptivecards/dist/adaptivecards.min.js');

const Envelope = z.strictObject({
  type: z.literal('message'),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      contentUrl: z.null(),
      content: z.looseObject({
        msteams: z.strictObject({ width: z.literal('Full'), entities: z.array(z.unknown()).optional() }),
      }),
    }),
  ]),
});

/** The parts of a card that people read. */
const Card = z.looseObject({
  body: z.array(
    z.discriminatedUnion('type', [
      z.looseObject({
        type: z.literal('TextBlock'),
        text: z.string().min(1),
        wrap: z.literal(true),
        weight: z.string().optional(),
      }),
      z.looseObject({
        type: z.literal('FactSet'),
        facts: z.array(z.strictObject({ title: z.string(), value: z.string() })),
      }),
    ]),
  ),
  actions: z.array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.url() })),
});

/** What Microsoft's own parser complains about. */
function complaints(content: Record<string, unknown>): string[] {
  const card = new cards.AdaptiveCard();
  const context = new cards.SerializationContext();
  card.parse(content, context);
  const parsing = Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index).message);
  return [...parsing, ...card.validateProperties().validationEvents.map(({ message }) => message)];
}

function read(text: string): string {
  if (/^[ \t]/m.test(text)) throw new Error(`an indented line in ${JSON.stringify(text)}`);
  if (/<\/?at\b|\{\{|&#?\w+;/i.test(text)) throw new Error(`card syntax in ${JSON.stringify(text)}`);
  const shown = readMarkdown(text, { special: '\\*_~`[]()!|', link: /\[((?:\\.|[^\\\]])*)\]\(https?:\/\/[^()\s]+\)/ });
  return shown.replaceAll('\n\n', '\n');
}

/** A flow of Power Automate that posts cards to Teams. */
export const vendor: FakeVendor = {
  kind: 'teams',
  reads: withoutIndents,
  config: (baseUrl) => ({
    webhookUrl: `${baseUrl}/workflows/0123456789abcdef/triggers/manual/paths/invoke?sig=abcdefghijklmnop`,
  }),
  answer({ method, url, body }) {
    if (method !== 'POST' || url.searchParams.get('sig') !== 'abcdefghijklmnop') {
      return jsonAnswer(401, {
        error: { code: 'DirectApiAuthorizationRequired', message: 'The request must be authenticated.' },
      });
    }
    if (Buffer.byteLength(body) > 28 * 1024)
      return jsonAnswer(413, { error: { code: 'RequestEntityTooLarge', message: 'too large' } });
    const envelope = Envelope.safeParse(JSON.parse(body));
    if (!envelope.success)
      return jsonAnswer(400, { error: { code: 'TriggerInputSchemaMismatch', message: envelope.error.message } });
    const [{ content }] = envelope.data.attachments;
    const wrong = complaints(content);
    if (wrong.length > 0)
      return jsonAnswer(400, { error: { code: 'InvalidBotAdaptiveCard', message: wrong.join(' ') } });
    return { status: 202, body: '' };
  },
  shown({ body }) {
    const [{ content }] = Envelope.parse(JSON.parse(body)).attachments;
    const card = Card.parse(content);
    const texts = card.body.flatMap((element) => (element.type === 'TextBlock' ? [element] : []));
    const facts = card.body.flatMap((element) => (element.type === 'FactSet' ? element.facts : []));
    const title = texts.find(({ weight }) => weight === 'Bolder')?.text;
    return {
      title: title && read(title),
      message: read(texts.at(-1)?.text ?? ''),
      link: card.actions[0]?.url,
      rest: facts.map(({ title, value }) => `${title}: ${read(value)}`).join(' · '),
    };
  },
};
