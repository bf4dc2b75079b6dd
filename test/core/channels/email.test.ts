import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RenderContext } from '../../../core/channels/channel-kind.ts';
import { OutgoingMessage } from '../../../core/channels/outgoing-message.ts';
import { email } from '../../../core/channels/email.ts';
import { encodeMailbox } from '../../../core/channels/mailbox.ts';
import type { FlatMessage } from '../../vendors/notifications.ts';
import { alertView, resolved } from '../../vendors/alerts.ts';
import type { AlertView } from '../../../core/channels/alert-view.ts';

const mail = { from: 'router@example.com', channel: { organizationId: 'org_1', id: 'ch_1' } };
const context: RenderContext = {
  deliveryId: 'dlv_1',
  now: 0,
  userAgent: 'test',
  messageUrl: 'https://router.example.com/messages/msg_1',
  own: mail,
};
const config = { to: ['a@example.com', 'B@example.com'] };

function outgoing(parts: Partial<FlatMessage> = {}): OutgoingMessage {
  return OutgoingMessage.parse({
    id: 'msg_1',
    title: 'Disk full',
    message: 'The disk of <db-1> & db-2 is full.',
    priority: 5,
    tags: ['disk', 'prod'],
    receivedAt: '2026-11-20T10:00:00.000Z',
    webhook: { id: 'wh_1', name: 'Monitoring' },
    payloadText: '{}',
    hops: [],
    ...parts,
  });
}

/** Neither title nor priority. */
const saying = (message: string) => ({ ...outgoing(), content: { message, tags: [] } });

const render = (parts: Partial<FlatMessage> = {}, { settings = {}, given = {} } = {}) =>
  email.render(outgoing(parts), { ...config, ...settings }, { ...context, ...given })[0]!.input;

const headersOf = (parts: Partial<FlatMessage> = {}, options = {}) =>
  Object.fromEntries(render(parts, options).Content.Simple.Headers.map(({ Name, Value }) => [Name, Value]));

describe('an email', () => {
  it('goes to every recipient in one request', () => {
    expect(email.render(outgoing(), config, context)).toHaveLength(1);
    expect(render().Destination).toEqual({ ToAddresses: ['a@example.com', 'B@example.com'] });
  });

  it('comes from the setting, or from the sender of the channel', () => {
    expect(render().FromEmailAddress).toBe('router@example.com');
    const settings = { from: 'Alerts <alerts@example.com>' };
    expect(render({}, { settings }).FromEmailAddress).toBe('"Alerts" <alerts@example.com>');
  });

  it('says the same as plain text and as escaped HTML', () => {
    const { Text, Html } = render().Content.Simple.Body;

    expect(Text.Data).toContain('Disk full\n\nThe disk of <db-1> & db-2 is full.\n\nPriority: Urgent');
    expect(Text.Data).toContain('https://router.example.com/messages/msg_1');
    expect(Html.Data).toContain('The disk of &lt;db-1&gt; &amp; db-2 is full.');
    expect(Html.Data).toContain('href="https://router.example.com/messages/msg_1"');
  });

  it("has no link where the dashboard's address is not known", () => {
    const { messageUrl: _, ...unlinked } = context;

    const { Text, Html } = email.render(outgoing(), config, unlinked)[0]!.input.Content.Simple.Body;

    expect(Text.Data).toMatch(/\n\nPriority: Urgent\nTags: #disk #prod\nSource: Monitoring\n$/);
    expect(Html.Data).not.toContain('<a ');
  });

  it.each([
    [1, '5', 'low'],
    [2, '4', 'low'],
    [3, '3', 'normal'],
    [4, '2', 'high'],
    [5, '1', 'high'],
  ])('of priority %i has the X-Priority %s and the importance %s', (priority, xPriority, Importance) => {
    expect(headersOf({ priority })).toMatchObject({ 'X-Priority': xPriority, Importance });
  });

  it('without a priority has no such header', () => {
    const [request] = email.render(saying('full'), config, context);

    expect(request!.input.Content.Simple.Headers.map(({ Name }) => Name)).not.toContain('X-Priority');
  });

  it('belongs to the conversation of its webhook and says that a machine wrote it', () => {
    expect(headersOf()).toMatchObject({
      References: '<wh_1@notification-router>',
      'In-Reply-To': '<wh_1@notification-router>',
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': '<mailto:router@example.com?subject=unsubscribe%20wh_1>',
    });
  });

  it('carries tags that lead its bounces back to the channel', () => {
    expect(render().EmailTags).toEqual([
      { Name: 'deliveryId', Value: 'dlv_1' },
      { Name: 'organizationId', Value: 'org_1' },
      { Name: 'channelId', Value: 'ch_1' },
    ]);
  });

  it('of a preview carries no tags of a channel, as it has none', () => {
    const { channel: _, ...preview } = mail;

    expect(email.render(outgoing(), config, { ...context, own: preview })[0]!.input.EmailTags).toEqual([
      { Name: 'deliveryId', Value: 'dlv_1' },
    ]);
  });

  it('leaves suppressed addresses out', () => {
    const given = { own: { ...mail, suppressed: ['b@example.com'] } };

    expect(render({}, { given }).Destination.ToAddresses).toEqual(['a@example.com']);
  });

  it('is not sent when every address is suppressed', () => {
    const suppressed = ['a@example.com', 'b@example.com'];

    expect(email.obstacle?.(config, { ...context, own: { ...mail, suppressed } })).toMatchObject({ isLasting: true });
    expect(email.obstacle?.(config, context)).toBeUndefined();
  });

  it('is not sent without a sender', () => {
    const { own: _, ...without } = context;

    expect(email.obstacle?.(config, without)?.reason).toContain('EMAIL_FROM');
    expect(() => email.render(outgoing(), config, without)).toThrow('EMAIL_FROM');
  });

  it('turns nothing round, in its subject nor in its body', () => {
    const message = saying('\u2067\u202efdp.exe\u202a\nnext');

    const { Subject, Body } = email.render(message, config, context)[0]!.input.Content.Simple;

    expect(Subject.Data).toBe('fdp.exe');
    expect(Body.Text.Data).toContain('\u2067fdp.exe\u202a\u202c\u2069\nnext');
    expect(Body.Html.Data).toContain('\u2067fdp.exe\u202a\u202c\u2069\nnext');
  });

  it('takes its subject from the message when there is no title', () => {
    const [request] = email.render(saying('first line\nsecond'), config, context);

    expect(request!.input.Content.Simple.Subject.Data).toBe('first line');
  });

  it("has the words of the channel's templates", () => {
    const settings = { templates: { title: '[{{ source }}] {{ title }}' } };

    expect(render({}, { settings }).Content.Simple.Subject.Data).toBe('[Monitoring] Disk full');
  });

  it('never lets a sender add a header, a recipient or markup', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a\r\nBcc: evil@example.com', '<script>alert(1)</script>', '"><img src=x>', '\u2028x', ''),
    );
    fc.assert(
      fc.property(nasty, nasty, fc.array(nasty), (title, message, tags) => {
        const { Destination, Content } = render({ title, message, tags, webhook: { id: 'wh_1', name: title } });
        const { Subject, Body, Headers } = Content.Simple;

        expect(Destination.ToAddresses).toEqual(config.to);
        expect(Subject.Data).toMatch(/^[^\p{Cc}\u2028\u2029]+$/u);
        expect(Array.from(Subject.Data).length).toBeLessThanOrEqual(200);
        for (const { Name, Value } of Headers) expect(`${Name}: ${Value}`).toMatch(/^[\x20-\x7e]{1,995}$/);
        expect(Body.Text.Data.trim()).not.toBe('');
        expect(Body.Html.Data).not.toMatch(/<script|<img/);
      }),
    );
  });

  it.each([
    ['AccountSuspendedException', 'retry'],
    ['SendingPausedException', 'retry'],
    ['MessageRejected', 'failed'],
    ['MailFromDomainNotVerifiedException', 'failed'],
  ])('that SES answers with %s is %s', (name, kind) => {
    const failure = { kind: 'aws-failure', name, message: '', retryable: false } as const;

    expect(email.classifyFailure(failure)).toMatchObject({ kind, error: `AWS answered ${name}` });
  });

  it.each([
    { to: [] },
    { to: ['not an address'] },
    { to: ['a@example.com\r\nBcc: b@example.com'] },
    { to: ['a@example.com', 'A@example.com'] },
    { to: ['a@example.com'], from: 'X\r\nBcc: b@example.com <a@example.com>' },
    { to: ['a@example.com'], from: 'nobody' },
  ])('is refused the config %j', (input) => {
    expect(email.config.safeParse(input).success).toBe(false);
  });
});

describe('email', () => {
  it('says the addresses of a stored config in lower case, as suppressions are kept', () => {
    expect(email.mailTo?.(config)).toEqual(['a@example.com', 'b@example.com']);
  });
});

describe('encodeMailbox', () => {
  it('leaves to SES what it cannot read as a mailbox', () => {
    expect(encodeMailbox('Alerts <nobody>')).toBe('Alerts <nobody>');
  });

  it('quotes a name in ASCII and encodes any other in words of at most 75 characters', () => {
    expect(encodeMailbox('a@example.com')).toBe('a@example.com');
    expect(encodeMailbox('Big "Ops" <a@example.com>')).toBe(String.raw`"Big \"Ops\"" <a@example.com>`);
    const encoded = encodeMailbox(`${'Störung 🚨 '.repeat(8)}<a@example.com>`);
    const words = encoded.replace(' <a@example.com>', '').split(' ');
    expect(Math.max(...words.map((word) => word.length))).toBeLessThanOrEqual(75);
    const decoded = words.map((word) => Buffer.from(word.slice(10, -2), 'base64').toString()).join('');
    expect(decoded).toBe('Störung 🚨 '.repeat(8).trim());
  });
});

describe('the mails of an alert', () => {
  it('are one thread: the same root and the same subject, and the end says so in its text', () => {
    const contentOf = (alert: AlertView) => render({}, { given: { alert } }).Content.Simple;
    const [first, last] = [contentOf(alertView()), contentOf(resolved)];

    const root = `<${resolved.id}@notification-router>`;
    for (const { Headers } of [first, last]) {
      expect(Headers).toContainEqual({ Name: 'References', Value: root });
      expect(Headers).toContainEqual({ Name: 'In-Reply-To', Value: root });
      expect(Headers).toContainEqual({ Name: 'List-ID', Value: '<wh_1.notification-router>' });
    }
    expect([first.Subject.Data, last.Subject.Data]).toEqual(['Disk full', 'Re: Disk full']);
    expect(last.Body.Text.Data).toMatch(/^Resolved: Disk full\n\n/);
    expect(last.Body.Text.Data).toContain('Status: Resolved after 12 min by Anna, 3 messages');
    expect(last.Body.Html.Data).toContain('border-left:4px solid #1b873f');
  });

  it('are urgent only while it fires', () => {
    const importance = (alert: AlertView) => headersOf({}, { given: { alert } })['Importance'];

    expect([importance(alertView()), importance(resolved)]).toEqual(['high', 'normal']);
  });

  it('of one without a title begin with its text', () => {
    const [request] = email.render(saying('first line\nsecond'), config, { ...context, alert: resolved });

    expect(request!.input.Content.Simple.Subject.Data).toBe('Re: first line');
  });
});
