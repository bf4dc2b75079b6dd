import { z } from '@hono/zod-openapi';
import { type Checked, done, invalid } from '../../core/directory/change-result.ts';
import type { ChannelEntry, WebhookEntry } from '../../core/document/document.ts';
import { parseJsonObject } from '../../core/message/json-object.ts';
import { issuesOf } from '../../core/words/issues-of.ts';
import { schemaWords } from '../../core/words/schema-words.ts';
import { ChannelEntryField, LinkEntryField, WebhookEntryField } from '../management/document-fields.ts';
import { SlugField } from '../management/fields.ts';
import { lifecycleMistakes, templateMistakes } from '../management/routes/templates.ts';

/** A webhook of a stack: that of a document, but for links that name channels by slug or by physical id. */
const StackWebhook = WebhookEntryField.extend({
  links: z.array(LinkEntryField.extend({ channel: z.string() })).optional(),
});

/** Checks what a channel is to become, as a document is checked. */
export function readChannel(slug: string, text: string): Checked<ChannelEntry> {
  return read(ChannelEntryField, slug, text);
}

/** Checks what a webhook is to become, as a document is checked. */
export async function readWebhook(slug: string, text: string): Promise<Checked<WebhookEntry>> {
  const outcome = read(StackWebhook, slug, text);
  if (outcome.kind !== 'done') return outcome;
  const { links = [], ...entry } = outcome.value;
  const mistakes = (await templateMistakes(entry.templates)) ?? (await lifecycleMistakes(entry.lifecycle));
  if (mistakes?.kind === 'invalid') return mistakes;
  const byChannel = links.map(({ channel, ...link }) => [channelOf(channel), link] as const);
  if (new Set(byChannel.map(([channel]) => channel)).size < links.length) {
    return invalid('links', 'name a channel twice');
  }
  return done({ ...entry, links: Object.fromEntries(byChannel) });
}

/** `org_…/ch_…` as CloudFormation knows a channel, or its slug. */
function channelOf(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1);
}

function read<T>(schema: z.ZodType<T>, slug: string, text: string): Checked<T> {
  const named = SlugField.safeParse(slug, { error: schemaWords });
  if (!named.success) return { kind: 'invalid', issues: issuesOf(named.error.issues, ['slug']) };
  const parsed = schema.safeParse(parseJsonObject(text), { error: schemaWords });
  return parsed.success ? done(parsed.data) : { kind: 'invalid', issues: issuesOf(parsed.error.issues) };
}
