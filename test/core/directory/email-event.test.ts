import { describe, expect, it } from 'vitest';
import { suppressionsIn } from '../../../core/directory/email-event.ts';
import { suppressionIdOf } from '../../../core/directory/suppression.ts';

const organizationId = 'org_01JD0000000000000000000000';
const mail = {
  messageId: '0100',
  destination: ['a@example.com'],
  tags: { organizationId: [organizationId], channelId: ['ch_1'], 'ses:configuration-set': ['set'] },
};
const at = '2026-11-20T10:00:00.000Z';

const bounce = (bounceType: string) => ({
  eventType: 'Bounce',
  mail,
  bounce: {
    bounceType,
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: 'A@example.com', status: '5.1.1', diagnosticCode: 'smtp; 550 user unknown' }],
    timestamp: at,
    feedbackId: '1',
  },
});
const complaint = (complaintFeedbackType?: string) => ({
  eventType: 'Complaint',
  mail,
  complaint: { complainedRecipients: [{ emailAddress: 'a@example.com' }], timestamp: at, complaintFeedbackType },
});

describe('an event of SES', () => {
  it('suppresses an address that bounced for good', () => {
    expect(suppressionsIn(bounce('Permanent'))).toEqual([
      {
        id: suppressionIdOf('a@example.com'),
        organizationId,
        channelId: 'ch_1',
        address: 'a@example.com',
        reason: 'bounce',
        detail: 'smtp; 550 user unknown',
        at,
      },
    ]);
  });

  it('suppresses an address whose owner complained', () => {
    expect(suppressionsIn(complaint('abuse'))).toMatchObject([{ address: 'a@example.com', reason: 'complaint' }]);
    expect(suppressionsIn(complaint())).toHaveLength(1);
  });

  it('suppresses an address also when it does not say which channel wrote to it', () => {
    const event = { ...complaint(), mail: { tags: { organizationId: [organizationId] } } };

    expect(suppressionsIn(event)).toEqual([
      { id: suppressionIdOf('a@example.com'), organizationId, address: 'a@example.com', reason: 'complaint', at },
    ]);
  });

  it.each([
    ['a full mailbox', bounce('Transient')],
    ['a bounce of unknown cause', bounce('Undetermined')],
    ['a complaint that is none', complaint('not-spam')],
    ['a delivery', { eventType: 'Delivery', mail }],
    ['mail that the router did not send', { ...bounce('Permanent'), mail: { tags: {} } }],
    ['an organisation that is none', { ...bounce('Permanent'), mail: { tags: { organizationId: ['org_1#x'] } } }],
    ['anything else', 'hello'],
  ])('suppresses nothing for %s', (_, event) => {
    expect(suppressionsIn(event)).toEqual([]);
  });
});
