import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { email } from '../../../core/channels/email.ts';
import { readInvitationEmail } from '../../../core/directory/invitation-email.ts';

const LINK = 'https://notify.example.com/invitations/nri_1';

/** The mail that an organisation of this name sends. */
function mailOf(organizationName: string) {
  const { channel, message } = readInvitationEmail({
    invitationId: 'inv_01HX0000000000000000000009',
    organizationId: 'org_1',
    organizationName,
    to: 'bob@example.com',
    role: 'admin',
    link: LINK,
    createdAt: '2026-11-20T10:00:00.000Z',
  });
  const context = { deliveryId: 'd', now: 0, userAgent: 'test', own: { from: 'router@example.com' } };
  const [request] = email.render(message, channel.config, context);
  if (request?.kind !== 'aws' || request.service !== 'email') throw new Error('no mail');
  const { Subject, Body, Headers } = request.input.Content.Simple;
  return { subject: Subject.Data, text: Body.Text.Data, headers: JSON.stringify(Headers) };
}

const plain = mailOf('Acme');

describe('an invitation by email', () => {
  it('says who invites, as what, and how to join', () => {
    expect(plain.subject).toBe('Invitation to a notification router');
    expect(plain.text).toContain('as admin. Its owners call it:\n\n“Acme”\n\n');
    expect(plain.text).toContain(`\n\n${LINK}\n\n`);
  });

  it.each([
    ['a link', 'Log in at https://evil.example/x', '“Log in at https[:]//evil[.]example/x”'],
    ['a link in other dots', 'evil。example', '“evil[。]example”'],
    ['an address', 'ask boss@evil.example', '“ask boss[@]evil[.]example”'],
    ['lines of its own', 'Acme\r\n\r\nYour account is locked.\u2028Pay', '“Acme Your account is locked. Pay”'],
    ['text turned round', 'Acme\u202Eexe\u2066x\u200B', '“Acme exe x”'],
    ['an end of the quotation', 'Acme” and “now pay', '“Acme and now pay”'],
    ['half a character', 'Acme\uD83D', '“Acme\uFFFD”'],
    ['a letter', 'x'.repeat(200), `“${'x'.repeat(79)}…”`],
  ])('keeps a name that holds %s a name', (_, name, shown) => {
    const mail = mailOf(name);

    expect(mail.text.split('\n')).toContain(shown);
    expect(mail.subject).toBe(plain.subject);
  });

  it('has the same subject, headers and lines for every name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        const mail = mailOf(name);

        expect([mail.subject, mail.headers]).toEqual([plain.subject, plain.headers]);
        expect(mail.text.split('\n')).toHaveLength(plain.text.split('\n').length);
      }),
    );
  });
});
