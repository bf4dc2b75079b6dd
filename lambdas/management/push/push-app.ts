import { type Context, Hono } from 'hono';
import { webPushConfigOf } from '../../../core/channels/web-push.ts';
import {
  findPushChannel,
  type PageCall,
  subscribe,
  unsubscribe,
  type PushPagePorts,
} from '../../../core/directory/push-page.ts';
import type { Outcome } from '../../../core/directory/outcome.ts';
import { clientAddress, type Served } from '../client-address.ts';
import { readBody } from '../read-body.ts';
import { noContent, notFoundReply, refused, type Reply } from '../reply.ts';
import { pushPage } from './push-page.ts';
import { PAGE_SCRIPT, WORKER_SCRIPT } from './push-scripts.ts';

/** Nothing from elsewhere, no markup of others, no frame; addresses hold a secret, so none is passed on. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src 'self'",
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** The pages on which browsers subscribe to web push channels, below `/push`. The last path segment is the secret. */
export function createPushApp(ports: PushPagePorts): Hono<Served> {
  const app = new Hono<Served>();
  app.get('/sw.js', () => text(WORKER_SCRIPT, 'text/javascript'));
  app.get('/page.js', () => text(PAGE_SCRIPT, 'text/javascript'));
  app.get('/:pushId', async ({ req }) => {
    const channel = await findPushChannel(ports, req.param('pushId'));
    if (channel === undefined || !channel.enabled) return respond(notFoundReply);
    return text(pushPage(channel.name, webPushConfigOf(channel.config).publicKey), 'text/html');
  });
  app.post('/:pushId/subscriptions', async (context) => {
    const body = readBody(await context.req.arrayBuffer());
    if (body.kind === 'refused') return respond(body.reply);
    return respond(replyTo(await subscribe(ports, callOf(context), body.value)));
  });
  app.delete('/:pushId/subscriptions', async (context) => {
    const body = readBody(await context.req.arrayBuffer());
    if (body.kind === 'refused') return respond(body.reply);
    return respond(replyTo(await unsubscribe(ports, callOf(context), endpointIn(body.value))));
  });
  return app;
}

function callOf({ req, env }: Context<Served, '/:pushId/subscriptions'>): PageCall {
  return { pushId: req.param('pushId'), ip: clientAddress(env.event) };
}

function endpointIn(body: unknown): string {
  return typeof body === 'object' && body !== null && 'endpoint' in body ? String(body.endpoint) : '';
}

function replyTo(outcome: Outcome<undefined>): Reply {
  return outcome.kind === 'done' ? noContent : refused(outcome);
}

function text(content: string, type: string): Response {
  return new Response(content, { headers: { ...HEADERS, 'content-type': `${type}; charset=utf-8` } });
}

function respond({ status, text: content, headers }: Reply): Response {
  const type = content === undefined ? {} : { 'content-type': 'application/json' };
  return new Response(content ?? null, { status, headers: { ...HEADERS, ...type, ...headers } });
}
