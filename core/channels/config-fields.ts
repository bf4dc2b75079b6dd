import * as z from 'zod';
import type { ChannelKind } from './kinds.ts';
import { kindOfAddress } from './known-hosts.ts';
import { MessageTemplates } from './message-templates.ts';

const MAX_URL_CHARACTERS = 2048;

/** How a field explains itself to an operator. */
interface FieldText {
  readonly title: string;
  readonly description: string;
  readonly example: string;
}

/** An address. Only its form is checked, and that its host does not clearly belong to another kind. */
function address(kind: ChannelKind) {
  return z
    .url({ protocol: /^https?$/, error: 'An http or https address.' })
    .max(MAX_URL_CHARACTERS)
    .refine((text) => !hasCredentials(text), 'An address holds no user name or password.')
    .refine((text) => (kindOfAddress(text) ?? kind) === kind, {
      error: ({ input }) => `This is an address for a channel of kind ${kindOfAddress(String(input))}, not ${kind}.`,
    });
}

function hasCredentials(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.username !== '' || url.password !== '');
}

/** The secret address of a vendor's incoming webhook. */
export function webhookUrl(kind: ChannelKind, { description, example }: Omit<FieldText, 'title'>) {
  return address(kind).meta({ title: 'Webhook URL', description, examples: [example] });
}

/** The address of a server that an organisation may run itself. */
export function serverUrl(kind: ChannelKind, { description, example }: Omit<FieldText, 'title'>) {
  return address(kind).meta({ title: 'Server URL', description, examples: [example] });
}

/** Another address of the vendor's API, for regional or self-hosted servers. */
export function apiBaseUrl(kind: ChannelKind, usual: string) {
  return address(kind)
    .optional()
    .meta({
      title: 'API base URL',
      description: `For a regional or self-hosted server. Usually ${usual}.`,
      examples: [usual],
    });
}

/** Printable ASCII without spaces: what every vendor's tokens are made of. */
const TOKEN = /^[\x21-\x7e]{1,1024}$/;

/** A secret that travels in a header or an address, so it must not have a line break or a space. */
export function token({ title, description, example }: FieldText) {
  return z
    .string()
    .regex(TOKEN, 'At most 1,024 letters, digits and signs, without spaces and line breaks.')
    .meta({ title, description, examples: [example] });
}

/** The vendor's name for something: one line. */
export function lineOfText({ title, description, example }: FieldText, max = 256) {
  return z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'One line, without control characters.')
    .meta({ title, description, examples: [example] });
}

/** Whether a notification may call people. */
export const allowMentions = z
  .boolean()
  .optional()
  .meta({
    title: 'Allow mentions',
    description: 'Whether a mention in a notification calls the people it names. Off: it is shown, and calls nobody.',
    examples: [false],
  });

/** The channel's own wording. */
export const templates = MessageTemplates.optional().meta({
  title: 'Templates',
  description:
    'Liquid templates for title and message. They see title, message, priority, tags, source, receivedAt, link and body.',
  examples: [{ title: '{{ title | upcase }}', message: '{{ message }}' }],
});
