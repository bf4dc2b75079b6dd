import type { SNSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { createHandler } from '../../lambdas/email-events/handler.ts';
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
  it('writes addresses down once, and logs no address', async () => {
    const store = createFakeSuppressions();
    const lines: Record<string, unknown>[] = [];
    const handler = createHandler({ store, log: (line) => lines.push(line) });

    await handler({ Records: [bounceOf('a@example.com'), bounceOf('a@example.com'), bounceOf('b@example.com')] });

    const { items } = await store.listSuppressions(organizationId, { limit: 10 });
    expect(items.map(({ address }) => address).sort()).toEqual(['a@example.com', 'b@example.com']);
    expect(lines[0]).toMatchObject({ event: 'email.suppressed', organizationId, reason: 'bounce' });
    expect(JSON.stringify(lines)).not.toContain('example.com');
  });
});
