import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOutboundClient } from '../../adapters/http/outbound-client.ts';
import { channelKinds } from '../../core/channels/registry.ts';
import { withBalancedDirection, withoutDirection } from '../../core/message/direction.ts';
import { createSend } from '../../core/delivery/send.ts';
import { MESSAGE_URL, nastyNotification, notification, outgoing } from './notifications.ts';
import { resolved } from './alerts.ts';
import { BASE_URL, canBeSeen, channelOf, cleaned, NOW, sendTo, visible } from './send-to.ts';
import { type FakeVendor, serveVendor, type VendorAnswer } from './vendor.ts';

/** One recorded answer of a vendor, and what the router must make of it. */
export interface Recorded {
  readonly when: string;
  readonly answer: VendorAnswer;
  readonly means: 'delivered' | 'retry' | 'failed' | 'off' | 'plain text';
  readonly retryAfterSeconds?: number;
  /** Words of the vendor that an operator gets to see. */
  readonly says?: string;
}

function expectShown(shown: string, said: string, reads: (text: string) => string) {
  const [got, meant] = [reads(visible(shown)).trim(), reads(cleaned(said)).trim()];
  if (got === meant) return;
  expect(got.endsWith('…'), `${JSON.stringify(got)} is not ${JSON.stringify(meant)}`).toBe(true);
  expect(meant.startsWith(got.slice(0, -1).trimEnd()), `${JSON.stringify(got)} starts ${JSON.stringify(meant)}`).toBe(
    true,
  );
}

/** What every kind that speaks HTTP to a vendor must do. Each kind's test calls it once and adds what is its own. */
export function describeVendor(vendor: FakeVendor, recorded: readonly Recorded[]) {
  const kind = channelKinds[vendor.kind];
  const reads = vendor.reads ?? ((text: string) => text);

  describe(`a notification to ${vendor.kind}`, () => {
    it('is delivered over the guarded client and shows title, message, facts and link', async () => {
      await using server = await serveVendor((request) => vendor.answer(request));
      const http = createOutboundClient({ allowedCidrs: ['127.0.0.0/8'], timeoutMs: 5000 });
      const send = createSend({ http, now: () => NOW, messageUrl: () => MESSAGE_URL });

      const outcome = await send(channelOf(vendor, {}, server.baseUrl), outgoing());

      http.close();
      expect(outcome).toEqual({ kind: 'delivered', status: expect.any(Number) });
      const shown = vendor.shown(server.requests[0]!, true);
      expect(`${shown.title} ${shown.message}`).toContain(notification.title);
      expect(shown.message).toContain(notification.message);
      expect(server.requests[0]!.headers['user-agent']).toBe('notification-router/1.0');
    });

    it.each(['', '   ', '\u0000', '\u200b\u2060'])(
      'says its title, or that it says nothing, when the message is %j',
      async (message) => {
        const titled = await sendTo(vendor, { message });
        const { title: _, ...untitled } = notification;
        const silent = await sendTo(vendor, { ...untitled, message, title: '' });

        expect([titled.outcome.kind, silent.outcome.kind]).toEqual(['delivered', 'delivered']);
        expect(`${titled.shown().title} ${titled.shown().message}`).toContain(notification.title);
        expect(silent.shown().message).toContain('(no message)');
      },
    );

    it('is taken by the vendor whatever it says, and nothing in it means anything', async () => {
      await fc.assert(
        fc.asyncProperty(nastyNotification, async (message) => {
          const { outcome, requests, shown } = await sendTo(vendor, message);

          expect(outcome).toEqual({ kind: 'delivered', status: expect.any(Number) });
          expect(requests).toHaveLength(1);
          if (canBeSeen(message.message)) expectShown(shown().message, message.message, reads);
        }),
        { numRuns: 150, endOnFailure: true },
      );
    });

    it.each(recorded.filter(({ means }) => means === 'plain text').map((row) => [row.when, row] as const))(
      'means nothing in its plain form either, after %s',
      async (_, { answer }) => {
        await fc.assert(
          fc.asyncProperty(nastyNotification, async (message) => {
            const answers = [answer];

            const { outcome, requests, shown } = await sendTo(
              vendor,
              { ...message, link: false },
              (request) => answers.shift() ?? vendor.answer(request),
            );

            expect(outcome).toEqual({ kind: 'delivered', status: expect.any(Number) });
            expect(requests).toHaveLength(2);
            expect(canBeSeen(message.message) && shown().message === '').toBe(false);
          }),
          { numRuns: 100, endOnFailure: true },
        );
      },
    );

    it('turns round nothing but itself: its lines are balanced, and what is one line has no direction', async () => {
      await fc.assert(
        fc.asyncProperty(nastyNotification, async (message) => {
          const { shown } = await sendTo(vendor, message);

          const { title = '', message: text, rest = '' } = shown();
          expect(withoutDirection(title + rest)).toBe(title + rest);
          expect(text).not.toMatch(/[\u202d\u202e]/);
          // A line that was cut ends where the text ends.
          const whole = text.split('\n').slice(0, -1).join('\n');
          expect(withBalancedDirection(whole)).toBe(whole);
        }),
        { numRuns: 100, endOnFailure: true },
      );
    });

    it("has no link where the dashboard's address is not known", async () => {
      const { outcome, requests, shown } = await sendTo(vendor, { link: false });

      expect(outcome.kind).toBe('delivered');
      expect(requests[0]!.body).not.toContain('Open');
      expect(shown().link ?? '').toBe('');
      expect(shown().message).toBe(notification.message);
    });

    it('shows how its alert ends, whatever the name of who ended it says', async () => {
      await fc.assert(
        fc.asyncProperty(nastyNotification, async (message) => {
          const by = { type: 'user', name: message.webhook.name } as const;
          const alert = { ...resolved, resolved: { at: NOW, by } };

          const { outcome, requests } = await sendTo(vendor, { ...message, shows: alert });

          expect(outcome).toEqual({ kind: 'delivered', status: expect.any(Number) });
          expect(requests[0]!.body).toMatch(vendor.kind === 'pagerduty' ? /"resolve"/ : /Resolved/);
        }),
        { numRuns: 60, endOnFailure: true },
      );
    });

    it('is the same request whenever its arguments are', async () => {
      const [first, second] = [await sendTo(vendor), await sendTo(vendor)];

      expect(first.requests).toEqual(second.requests);
    });

    it("says what the channel's templates make of it", async () => {
      const templates = { title: '{{ title | upcase }}', message: '{{ body.host }}: {{ message }} ({{ priority }})' };

      const { shown } = await sendTo(vendor, { config: { templates } });

      const { title, message } = shown();
      expect(`${title} ${message}`).toContain('DISK FULL ON WEB-1');
      expect(reads(visible(message))).toContain(reads(`web-1: ${notification.message} (4)`));
    });
  });

  describe(`an answer of ${vendor.kind}`, () => {
    it.each(recorded.map((row) => [row.when, row] as const))('%s', async (_, row) => {
      const { outcome, requests } = await sendTo(vendor, {}, () => row.answer);

      const wanted = { off: 'failed', 'plain text': 'failed' } as const;
      const kind = row.means === 'off' || row.means === 'plain text' ? wanted[row.means] : row.means;
      expect(outcome).toMatchObject({ kind, status: row.answer.status });
      expect('disableChannel' in outcome).toBe(row.means === 'off');
      expect(requests).toHaveLength(row.means === 'plain text' ? 2 : 1);
      expect('retryAfterSeconds' in outcome ? outcome.retryAfterSeconds : undefined).toBe(row.retryAfterSeconds);
      expect('error' in outcome ? outcome.error : '').toContain(row.says ?? '');
    });

    it('is shown without a secret that it repeats, in one short line', async () => {
      const { config } = channelOf(vendor);
      const secrets = kind.secrets.flatMap((name) => (typeof config[name] === 'string' ? [config[name]] : []));
      const body = JSON.stringify({
        error: secrets,
        message: secrets.join(' '),
        description: secrets,
        errors: secrets,
      });

      const { outcome } = await sendTo(vendor, {}, () => ({ status: 400, body: `${body}\n${'x'.repeat(5000)}` }));

      const { error } = outcome.kind === 'delivered' ? { error: '' } : outcome;
      for (const secret of secrets) expect(error).not.toContain(secret);
      expect(error.length).toBeLessThan(500);
      expect(error).not.toMatch(/\n/);
    });

    it.each([500, 502, 503, 504, 408])('of %i is tried again', async (status) => {
      const { outcome } = await sendTo(vendor, {}, () => ({ status, body: '<html>no</html>' }));

      expect(outcome).toMatchObject({ kind: 'retry', status });
    });

    it('of 429 is tried again when its header says', async () => {
      const answer = { status: 429, headers: { 'retry-after': '7' }, body: '' };

      const { outcome } = await sendTo(vendor, {}, () => answer);

      expect(outcome).toMatchObject({ kind: 'retry', status: 429, retryAfterSeconds: 7 });
    });

    it.each(['', 'no', '[]', '{"error":{}}'])('of 400 with a body that nobody knows, %j, fails', async (body) => {
      const { outcome, requests } = await sendTo(vendor, {}, () => ({ status: 400, body }));

      expect(outcome).toMatchObject({ kind: 'failed', status: 400 });
      expect('disableChannel' in outcome).toBe(false);
      expect(requests.length).toBeLessThanOrEqual(2);
    });

    it('of 410 switches the channel off, for the reason that is shown', async () => {
      const { outcome } = await sendTo(vendor, {}, () => ({ status: 410, body: '<html>gone</html>' }));

      const error = expect.stringContaining('the receiver answered 410');
      const response = { status: 410, contentType: expect.any(String), body: '<html>gone</html>' };
      expect(outcome).toEqual({ kind: 'failed', status: 410, error, disableChannel: error, response });
    });

    it('that leads elsewhere is not followed', async () => {
      const { outcome } = await sendTo(vendor, {}, () => ({ status: 302, headers: { location: BASE_URL }, body: '' }));

      expect(outcome).toMatchObject({ kind: 'failed', status: 302 });
    });
  });

  describe(`a config of ${vendor.kind}`, () => {
    const config = vendor.config(BASE_URL);

    it('is taken as it is, and the vendor takes the notification', () => {
      expect(kind.config.safeParse(config).error).toBeUndefined();
      const { config: stored } = kind.prepare(config, { now: NOW, randomBytes: () => new Uint8Array(32) });
      const shown = Object.entries(stored).filter(([name]) => !kind.internal.includes(name));
      expect(Object.fromEntries(shown)).toEqual(config);
    });

    it.each(kind.secrets.filter((name) => !name.endsWith('Url') && !kind.internal.includes(name)))(
      'refuses a %s with a line break or a space',
      (name) => {
        for (const broken of ['abc\ndef', 'abc\r\nx-evil: 1', 'abc def', '', ' ']) {
          expect(kind.config.safeParse({ ...config, [name]: broken }).error?.issues[0]?.path).toEqual([name]);
        }
      },
    );

    it.each(kind.urls)('refuses a %s that is none, holds credentials, or belongs to another kind', (name) => {
      const discord = 'https://discord.com/api/webhooks/1/abcdef';
      const slack = 'https://hooks.slack.com/services/T0/B0/abc';
      const foreign = vendor.kind === 'discord' ? slack : discord;
      for (const url of [
        'ftp://example.com/',
        'example.com',
        'https://user:pw@example.com/',
        'https://u@example.com/',
        foreign,
      ]) {
        expect(kind.config.safeParse({ ...config, [name]: url }).error?.issues[0]?.path).toEqual([name]);
      }
      expect(kind.config.safeParse({ ...config, [name]: foreign }).error?.issues[0]?.message).toContain(
        `not ${vendor.kind}`,
      );
      const own = kind.config.safeParse({ ...config, [name]: 'https://chat.example.org:8443/hooks/1?x=1' });
      expect(own.error?.issues.filter(({ path }) => path[0] === name) ?? []).toEqual([]);
    });

    it('refuses a template that does not parse, with line and column', () => {
      const parsed = kind.config.safeParse({ ...config, templates: { message: 'a\n{{ x | }' } });

      expect(parsed.error?.issues[0]).toMatchObject({
        path: ['templates', 'message'],
        message: expect.stringMatching(/line 2, column \d+/),
      });
    });
  });
}
