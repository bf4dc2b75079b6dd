import { readFileSync, readdirSync } from 'node:fs';
import * as z from 'zod';
import { Content } from '../../../core/message/content.ts';
import type { Notification } from '../../../core/message/notification.ts';
import { presetStep } from '../../../core/notification/presets/apply-preset.ts';
import { formFieldOf, unwrapForm } from '../../../core/notification/form-body.ts';
import { readNotification } from '../../../core/notification/read-notification.ts';
import { snsPorts } from './presets/sns-sender.ts';

/** What arrives: a notification, or the refusal with 400 that the specification asks for. */
const Arrived = z.union([
  z.object({
    title: z.optional(z.string()),
    message: z.string(),
    priority: z.optional(z.number()),
    tags: z.array(z.string()),
    format: z.enum(['json', 'chat', 'text']),
  }),
  z.object({ error: z.literal('Invalid JSON body') }),
]);
export type Arrived = z.infer<typeof Arrived>;

const SenderCase = z.object({
  source: z.string(),
  /**
   * `captured`: sent by that program here. `published`: an example of the vendor, unchanged. `composed`: the format that
   * the vendor documents there, with values of our own.
   */
  origin: z.enum(['captured', 'published', 'composed']),
  preset: z.optional(z.string()),
  /** Sent to the alias for Slack-compatible senders. */
  slack: z.optional(z.boolean()),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  expected: z.object({ without: Arrived, with: z.optional(Arrived) }),
});

/** A request of a real sender, and what it must become. */
export interface SenderCase extends z.infer<typeof SenderCase> {
  readonly system: string;
  readonly name: string;
}

const folder = new URL('../../fixtures/senders/', import.meta.url);

/** The whole corpus, in the order of its names. */
export function senderCases(): SenderCase[] {
  return readdirSync(folder)
    .sort()
    .flatMap((system) =>
      readdirSync(new URL(`${system}/`, folder))
        .sort()
        .map((file) => readCase(system, file)),
    );
}

function readCase(system: string, file: string): SenderCase {
  const text = readFileSync(new URL(`${system}/${file}`, folder), 'utf8');
  return { system, name: file.replace('.json', ''), ...SenderCase.parse(JSON.parse(text)) };
}

/** What arrives of a request on a webhook with that preset; SNS certificates are those of the tests. */
export async function arriving(
  { body, headers, slack = false }: Pick<SenderCase, 'body' | 'headers' | 'slack'>,
  preset?: string,
): Promise<Arrived> {
  const read = readNotification(unwrapForm({ text: body, headers }, await formFieldOf({ slack, preset })));
  if (read.kind === 'invalid-json') return { error: 'Invalid JSON body' };
  const step = presetStep(preset, snsPorts().ports);
  return visible(step === undefined ? read.notification : await step(read.notification, headers));
}

function visible({ content, format }: Notification): Arrived {
  return { ...Content.parse(content), format };
}
