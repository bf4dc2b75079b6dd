import type { SNSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../core/directory/audit-entry.ts';
import { createHandler } from '../../lambdas/email-events/handler.ts';
import { createFakeGenerators } from '../fakes/generators.ts';
import { createFakeSuppressions } from '../fakes/suppressions.ts';

const organizationId = 'org_01JD0000000000000000000000';

function bounceOf(address: string): SNSEvent['Records'][number] {
  const event = {
    eventType: 'Bounce',
    mail: { tags: { organizationId: [organizationId], channelId: ['ch_1'] } },
    bounce: {
      bounceType: 'Permanent',
      timestamp: '2026-11-20T10:00:00.000Z',
      bouncedRecipients: [{ emailAddress: address }],
    },
  };
  const Sns = {
    Type: 'Notification',
    MessageId: '1',
    TopicArn: 'arn',
    Message: JSON.stringify(event),
    Timestamp: '',
    SignatureVersion: '1',
    Signature: '',
    SigningCertUrl: '',
    UnsubscribeUrl: '',
    MessageAttributes: {},
  };
  return { EventVersion: '1.0', EventSubscriptionArn: 'arn', EventSource: 'aws:sns', Sns };
}

describe('the function that hears of bounces', () => {
  it('writes addresses down once, each with an entry of the audit log, and logs no address', async () => {
    const noted: AuditEntry[] = [];
    const store = createFakeSuppressions({ note: (entry) => noted.push(entry) > 0 });
    const lines: Record<string, unknown>[] = [];
    const handler = createHandler({ ...createFakeGenerators(), store, log: (line) => lines.push(line) });

    await handler({ Records: [bounceOf('a@example.com'), bounceOf('a@example.com'), bounceOf('b@example.com')] });

    const { items } = await store.listSuppressions(organizationId, { limit: 10 });
    expect(items.map(({ address }) => address).sort()).toEqual(['a@example.com', 'b@example.com']);
    expect(noted).toMatchObject([
      {
        organizationId,
        actor: { type: 'system' },
        action: 'suppression.created',
        reason: 'a mail to the address bounced for good',
        after: { address: 'a@example.com', channelId: 'ch_1' },
      },
      { after: { address: 'b@example.com' } },
    ]);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ event: 'email.suppressed', organizationId, reason: 'bounce' });
    expect(JSON.stringify(lines)).not.toContain('example.com');
  });
});
