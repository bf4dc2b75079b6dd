import { Hono } from 'hono';
import { webPushConfigOf } from '../../../core/channels/web-push.ts';
import { findPushChannel, subscribe, unsubscribe, type PushPagePorts } from '../../../core/directory/push-page.ts';
import type { ChangeResult } from '../../../core/directory/change-result.ts';
import { clientAddress, type Served } from '../client-address.ts';
import { type Allowance, createRateLimit } from '../rate-limit.ts';
import { readBody } from '../read-body.ts';
import { failed, noContent, notFoundReply, refused, type Reply } from '../reply.ts';
import { pushPage } from './push-page.ts';
import { PAGE_SCRIPT, WORKER_SCRIPT } from './push-scripts.ts';

/** No foreign content, no foreign markup, no frames; addresses hold a secret, so no referrer is passed on. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src 'self'",
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Far more than the people behind one address would make; each change writes to the channel and its audit log. */
const changesPerAddress: Allowance = { perSecond: 0.2, burst: 50 };

/** The pages on which browsers subscribe to web push channels, below `/push`. The last path segment is the secret. */
export function createPushApp(ports: PushPagePorts): Hono<Served> {
  const changes = createRateLimit(changesPerAddress, ports.now);
  const app = new Hono<Served>();
  app.get('/sw.js', () => text(WORKER_SCRIPT, 'text/javascript'));
  app.get('/page.js', () => text(PAGE_SCRIPT, 'text/javascript'));
  app.get('/:pushId', async ({ req }) => {
    const channel = await findPushChannel(ports, req.param('pushId'));
    if (channel === undefined || !channel.enabled) return respond(notFoundReply);
    return text(pushPage(channel.name, webPushConfigOf(channel.config).publicKey), 'text/html');
  });
  app.on(['POST', 'DELETE'], '/:pushId/subscriptions', async ({ req, env }) => {
    const ip = clientAddress(env.event);
    if (!changes.take(ip)) return respond(tooManyChanges);
    const body = readBody(await req.arrayBuffer());
    if (body.kind === 'refused') return respond(body.reply);
    const request = { pushId: req.param('pushId'), ip };
    const outcome =
      req.method === 'POST'
        ? await subscribe(ports, request, body.value)
        : await unsubscribe(ports, request, endpointIn(body.value));
    return respond(replyTo(outcome));
  });
  return app;
}

const tooManyChanges: Reply = { ...failed(429, 'Too many requests'), headers: { 'retry-after': '5' } };

function endpointIn(body: unknown): string {
  return typeof body === 'object' && body !== null && 'endpoint' in body ? String(body.endpoint) : '';
}

function replyTo(outcome: ChangeResult<undefined>): Reply {
  return outcome.kind === 'done' ? noContent : refused(outcome);
}

function text(content: string, type: string): Response {
  return new Response(content, { headers: { ...HEADERS, 'content-type': `${type}; charset=utf-8` } });
}

function respond({ status, text: content, headers }: Reply): Response {
  const type = content === undefined ? {} : { 'content-type': 'application/json' };
  return new Response(content ?? null, { status, headers: { ...HEADERS, ...type, ...headers } });
}
