import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RenderContext } from '../../../core/channels/channel-kind.ts';
import { OutgoingMessage } from '../../../core/channels/outgoing-message.ts';
import { sms } from '../../../core/channels/sms.ts';
import { simplifySms, smsSize } from '../../../core/channels/sms-segments.ts';
import type { FlatMessage } from '../../vendors/notifications.ts';
import { resolved } from '../../vendors/alerts.ts';

const context: RenderContext = { deliveryId: 'dlv_1', now: 0, userAgent: 'test' };
const config = { to: ['+4915112345678', '+14155550123'] };

function outgoing(parts: Partial<FlatMessage> = {}): OutgoingMessage {
  return OutgoingMessage.parse({
    id: 'msg_1',
    title: 'Disk full',
    message: 'The disk is full.',
    tags: [],
    receivedAt: '2026-11-20T10:00:00.000Z',
    webhook: { id: 'wh_1', name: 'Monitoring' },
    payloadText: '{}',
    hops: [],
    ...parts,
  });
}

describe('an SMS', () => {
  it('goes to each number in a request of its own', () => {
    const requests = sms.render(outgoing(), config, context);

    expect(requests.map(({ input }) => input.DestinationPhoneNumber)).toEqual(config.to);
    expect(requests.map(({ recipient }) => recipient)).toEqual(config.to);
  });

  it('says title, message and link on lines of their own', () => {
    const messageUrl = 'https://router.example.com/messages/msg_1';

    const [request] = sms.render(outgoing(), { ...config, originationIdentity: 'pool-1' }, { ...context, messageUrl });

    expect(request!.input).toMatchObject({
      MessageBody: `Disk full\nThe disk is full.\n${messageUrl}`,
      MessageType: 'TRANSACTIONAL',
      OriginationIdentity: 'pool-1',
      Context: { deliveryId: 'dlv_1', segments: '1' },
    });
  });

  it('says the state of an alert between title and message', () => {
    const [request] = sms.render(outgoing(), config, { ...context, alert: resolved });

    expect(request!.input.MessageBody).toBe(
      'Resolved: Disk full\nResolved after 12 min by Anna, 3 messages\n\nThe disk is full.',
    );
  });

  it('that is too long is cut with three dots, which the cheaper alphabet has', () => {
    const [request] = sms.render(outgoing({ message: 'x'.repeat(2000) }), config, context);

    expect(request!.input.MessageBody).toBe(`Disk full\n${'x'.repeat(1587)}...`);
  });

  it('never has more than 1600 characters, nor half a surrogate pair', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constant('😀'.repeat(4000)),
      fc.constant('…'.repeat(4000)),
    );
    fc.assert(
      fc.property(texts, texts, (title, message) => {
        const body = sms.render(outgoing({ title, message }), config, context)[0]!.input.MessageBody;

        expect(body.length).toBeLessThanOrEqual(1600);
        expect(body.length).toBeGreaterThan(0);
        expect(body.isWellFormed()).toBe(true);
      }),
    );
  });

  it('waits when the month is spent, and is given up when the number has opted out', () => {
    const conflict = { kind: 'aws-failure', name: 'ConflictException', message: 'no', retryable: false } as const;

    const spent = {
      ...conflict,
      name: 'ServiceQuotaExceededException',
      reason: 'MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT',
    };
    expect(sms.classifyFailure(spent)).toMatchObject({ kind: 'retry', retryAfterSeconds: 1800 });
    const optedOut = { ...conflict, reason: 'DESTINATION_PHONE_NUMBER_OPTED_OUT' };
    expect(sms.classifyFailure(optedOut)).toMatchObject({ kind: 'failed' });
  });

  it.each([['015112345678'], ['+49 151 1234'], ['+0123456789'], ['+4915112345678\n']])('is refused to %j', (number) => {
    expect(sms.config.safeParse({ to: [number] }).success).toBe(false);
  });
});

describe('smsSize', () => {
  it.each([
    ['a'.repeat(160), 'GSM-7', 1],
    ['a'.repeat(161), 'GSM-7', 2],
    ['a'.repeat(306), 'GSM-7', 2],
    ['€'.repeat(80), 'GSM-7', 1],
    ['€'.repeat(81), 'GSM-7', 2],
    ['ж'.repeat(70), 'UCS-2', 1],
    ['ж'.repeat(71), 'UCS-2', 2],
    ['😀'.repeat(35), 'UCS-2', 1],
    ['', 'GSM-7', 1],
  ] as const)('counts the segments of %j', (text, encoding, segments) => {
    expect(smsSize(text)).toEqual({ encoding, segments });
  });

  it('is smaller without typographic signs', () => {
    expect(smsSize(simplifySms('“It’s full” – now…')).encoding).toBe('GSM-7');
  });
});
