import type { ServerResponse } from 'node:http';
import { RECORDED_RECEIVER as AT } from './recording.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** One channel for each way of storing and each way to fail. */
export const channels: Record<string, { kind: string; config: object; enabled?: boolean }> = {
  hook: {
    kind: 'webhook',
    config: {
      url: `${AT}/hook`,
      headers: { 'x-secret': 'header-secret-of-the-hook' },
      secret: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
    },
  },
  gotify: { kind: 'gotify', config: { serverUrl: `${AT}/gotify`, token: 'AbCdEfGhIjKlMnO' } },
  ntfy: { kind: 'ntfy', config: { serverUrl: `${AT}/ntfy`, topic: 'ops', token: 'tk_0123456789abcdef' } },
  slack: { kind: 'slack', config: { webhookUrl: `${AT}/slack` } },
  twilio: {
    kind: 'twilio',
    config: {
      accountSid: 'AC00000000000000000000000000000000',
      authToken: 'twilio-auth-token-secret',
      from: '+15005550006',
      to: ['+4915112345678', '+4915112345679'],
      apiBaseUrl: AT,
    },
  },
  email: { kind: 'email', config: { to: ['ops@example.com'], from: 'router@example.com' } },
  sms: { kind: 'sms', config: { to: ['+4915112345678'] } },
  push: { kind: 'web-push', config: {} },
  live: { kind: 'live-stream', config: {} },
  down: { kind: 'webhook', config: { url: `${AT}/down` } },
  refuses: { kind: 'webhook', config: { url: `${AT}/refuses` } },
  gone: { kind: 'webhook', config: { url: `${AT}/gone` } },
  hangs: { kind: 'webhook', config: { url: `${AT}/hangs` } },
  off: { kind: 'webhook', config: { url: `${AT}/off` }, enabled: false },
  filtered: { kind: 'webhook', config: { url: `${AT}/filtered` } },
};

const FILTER = {
  all: [
    { tags: { any: ['db'] } },
    { not: { path: 'payload.environment', op: 'eq', value: 'dev' } },
    { path: 'host', op: 'matches', value: '^web-[0-9]+$' },
    { priority: { gte: 3 } },
  ],
};
const linkedToPlain = Object.keys(channels).filter((name) => name !== 'filtered' && name !== 'hangs');

export const webhooks: Record<string, { links: Record<string, object>; [property: string]: unknown }> = {
  plain: { links: { ...Object.fromEntries(linkedToPlain.map((name) => [name, {}])), filtered: { filter: FILTER } } },
  keyed: { requireApiKey: true, templates: { title: '{{ subject }}', tags: 'a,{{ env }}' }, links: { hook: {} } },
  github: { preset: 'github', links: { gotify: {} } },
  deleted: { links: { hook: {} } },
  disabled: { links: {} },
};

export const messages: Record<string, { to: string; body: string; headers?: Record<string, string> }> = {
  everything: {
    to: 'plain',
    headers: JSON_TYPE,
    body: JSON.stringify({
      title: 'Disk full',
      message: 'on web-1',
      priority: 4,
      tags: ['db', 'ops'],
      host: 'web-1',
      payload: { environment: 'prod' },
    }),
  },
  text: { to: 'plain', body: 'Hello', headers: { 'x-title': 'Text', 'x-priority': '5', 'x-tags': 'a,b' } },
  large: {
    to: 'plain',
    headers: { ...JSON_TYPE, 'idempotency-key': 'once' },
    body: JSON.stringify({ message: 'large', filler: 'x'.repeat(20_000) }),
  },
  forwarded: {
    to: 'plain',
    headers: { ...JSON_TYPE, 'x-notification-hops': '0123456789abcdef' },
    body: '{"message":"forwarded"}',
  },
  keyed: { to: 'keyed', headers: JSON_TYPE, body: '{"subject":"From a template","env":"prod","message":"m"}' },
  github: {
    to: 'github',
    headers: { ...JSON_TYPE, 'x-github-event': 'issues' },
    body: JSON.stringify({
      action: 'opened',
      issue: { title: 'It broke', number: 1, user: { login: 'ada' } },
      repository: { full_name: 'a/b' },
      sender: { login: 'ada' },
    }),
  },
  deleted: { to: 'deleted', headers: JSON_TYPE, body: '{"message":"of a deleted webhook"}' },
};

const STATUS: Record<string, number> = { '/down': 500, '/refuses': 404, '/gone': 410 };

/** What the receivers said while the folder was written. One of Twilio's two recipients fails. */
export function receiverAnswer(path: string, body: string, response: ServerResponse): void {
  if (path === '/hangs') return;
  const status = STATUS[path] ?? (body.includes('4915112345679') ? 503 : 200);
  response.writeHead(status, JSON_TYPE).end('{"id":1,"ok":true,"sid":"SM1"}');
}
