import { type Act, type AuditStore, entryOf } from '../directory/audit.ts';
import { type ChangeResult, done, notFound } from '../directory/change-result.ts';
import type { Generators } from '../directory/generators.ts';
import type { WebhookReader } from '../directory/webhook-store.ts';
import { isPresetName } from '../notification/presets/preset-names.ts';
import { sampleFor } from '../notification/presets/samples.ts';

/** What the sender of a test gets to hear. */
export interface SendAnswer {
  readonly status: number;
  /** JSON text. */
  readonly text: string;
}

/** Sends as a sender would, but without the key of the webhook: nobody knows it any more. */
export type TestSend = (request: {
  readonly publicId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly requestId: string;
}) => Promise<SendAnswer>;

export interface TestWebhookPorts extends Pick<Generators, 'now' | 'newUlid'> {
  readonly store: Pick<WebhookReader, 'readWebhook'> & Pick<AuditStore, 'appendAudit'>;
  readonly testSend: TestSend;
}

interface TestOfWebhook {
  readonly organizationId: string;
  readonly webhookId: string;
  /** A JSON object, or the text of a body of any type. @default a sample of what its preset reads */
  readonly body?: Readonly<Record<string, unknown>> | string | undefined;
  readonly act: Act;
}

/**
 * Sends a sample, or this body, to a webhook by the path of every sender: it is stored, routed, counted and delivered
 * like any other. The audit log says so before.
 */
export async function testWebhook(
  ports: TestWebhookPorts,
  { organizationId, webhookId, body, act }: TestOfWebhook,
): Promise<ChangeResult<SendAnswer>> {
  const webhook = await ports.store.readWebhook(organizationId, webhookId);
  if (webhook === undefined) return notFound;
  await ports.store.appendAudit(entryOf(ports, act, { organizationId, target: webhookId }));
  const requestId = ports.newUlid();
  const { headers, text } = typeof body === 'string' ? { headers: {}, text: body } : jsonOf(webhook.preset, body);
  // Every test is a notification of its own, whatever ids the sample holds.
  const named = { ...headers, 'idempotency-key': `test-${requestId}` };
  return done(await ports.testSend({ publicId: webhook.publicId, headers: named, body: text, requestId }));
}

function jsonOf(preset: string | undefined, body: TestOfWebhook['body']) {
  const sample = sampleFor(preset !== undefined && isPresetName(preset) ? preset : undefined);
  const headers: Readonly<Record<string, string>> = { 'content-type': 'application/json', ...sample.headers };
  return { headers, text: JSON.stringify(body ?? sample.body) };
}
