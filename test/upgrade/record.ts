import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { startTestIssuer } from '../adapters/oidc/test-issuer.ts';
import { fakeBrowser } from '../adapters/http/web-push/browser.ts';
import { managementApi } from '../integration/api.ts';
import { eventually } from '../integration/eventually.ts';
import { signIn } from '../integration/person.ts';
import { type Stack, startStack } from '../integration/stack.ts';
import { channels, messages, receiverAnswer, webhooks } from './recorded-things.ts';
import { type Facts, keep, RECORDED_RECEIVER } from './recording.ts';

/**
 * Writes a data folder with every kind of thing in it, and keeps it for the tests of all later versions. Run it once
 * for a version that leaves the house: `npm run record -- <version>`.
 */
const [version] = process.argv.slice(2);
if (version === undefined) throw new Error('usage: npm run record -- <version>');

/** The second retry is far enough away to be parked. */
const SETTINGS = { RETRY_SCHEDULE: '1,5400' };

const dataDir = await mkdtemp(join(tmpdir(), 'router-record-'));
const receiver = await startRecordedReceiver();
try {
  await keep(version, dataDir, await fill());
} finally {
  receiver.closeAllConnections();
  receiver.close();
  await rm(dataDir, { recursive: true, force: true });
}

async function startRecordedReceiver() {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => receiverAnswer(request.url ?? '', text, response));
  });
  await new Promise<void>((done) => server.listen(Number(new URL(RECORDED_RECEIVER).port), '127.0.0.1', done));
  return server;
}

async function fill(): Promise<Facts> {
  const stack = await startStack(SETTINGS, { dataDir });
  await signIn(stack);
  const facts = await usual(stack);
  await stack.stop();
  const issuer = await startTestIssuer();
  const again = await startStack({ ...SETTINGS, OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: 'dashboard' }, { dataDir });
  await addMember(again, await issuer.token());
  const cutOff = await cutDown(again, facts);
  await issuer.stop();
  return { ...facts, messages: { ...facts.messages, cutOff } };
}

/** An API call whose answer must be good. */
async function done(stack: Stack, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const api = managementApi(stack);
  const response = await api.call(method, api.path + path, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text === '' ? '{}' : text));
}

async function post(url: string, { body, headers = {} }: { body: string; headers?: Record<string, string> }) {
  const response = await fetch(url, { method: 'POST', body, headers });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return /"messageId":"(?<id>[^"]+)/.exec(await response.text())?.groups?.['id'] ?? '';
}

async function usual(stack: Stack): Promise<Facts> {
  const channelIds: Record<string, string> = {};
  for (const [name, channel] of Object.entries(channels)) {
    channelIds[name] = String((await done(stack, 'POST', '/channels', { name, ...channel }))['id']);
  }
  const push = await done(stack, 'GET', `/channels/${channelIds['push']}`);
  const pushPath = new URL(String(push['pushUrl'])).pathname;
  const { subscription } = fakeBrowser(`${RECORDED_RECEIVER}/push`);
  const subscribed = { body: JSON.stringify(subscription), headers: { 'content-type': 'application/json' } };
  await post(`${stack.baseUrl}${pushPath}/subscriptions`, subscribed);

  const made: Record<string, Record<string, unknown>> = {};
  for (const [name, { links, ...webhook }] of Object.entries(webhooks)) {
    made[name] = await done(stack, 'POST', '/webhooks', { name, ...webhook });
    for (const [channel, link] of Object.entries(links)) {
      await done(stack, 'PUT', `/webhooks/${String(made[name]['id'])}/channels/${channelIds[channel]}`, link);
    }
  }
  const apiKey = String(made['keyed']?.['apiKey']);
  const messageIds: Record<string, string> = {};
  for (const [name, { to, ...send }] of Object.entries(messages)) {
    const headers = { ...send.headers, authorization: `Bearer ${apiKey}` };
    messageIds[name] = await post(String(made[to]?.['endpointUrl']), { ...send, headers });
  }
  await done(stack, 'DELETE', `/webhooks/${String(made['deleted']?.['id'])}`);
  await done(stack, 'PATCH', `/webhooks/${String(made['disabled']?.['id'])}`, { enabled: false });

  const tokens: Record<string, string> = {};
  for (const role of ['member', 'admin', 'owner']) {
    tokens[role] = String((await done(stack, 'POST', '/tokens', { name: role, role }))['token']);
  }
  const invitation = await done(stack, 'POST', '/invitations', { email: 'waiting@example.com', role: 'admin' });
  await untilParked(stack, messageIds['everything'] ?? '');
  return {
    channels: channelIds,
    webhooks: Object.fromEntries(Object.entries(made).map(([name, webhook]) => [name, String(webhook['id'])])),
    messages: messageIds,
    tokens,
    endpoint: new URL(String(made['plain']?.['endpointUrl'])).pathname,
    pushPath,
    apiKey,
    invitation: String(invitation['token']),
  };
}

async function untilParked(stack: Stack, messageId: string): Promise<void> {
  await eventually(async () => {
    const { deliveries } = await managementApi(stack).message(messageId);
    const isMoving = deliveries.some(({ state, attempts }) => state === 'retrying' && attempts.length < 2);
    return isMoving || deliveries.some(({ state }) => state === 'queued' || state === 'delivering') ? undefined : true;
  }, 60_000);
}

async function addMember(stack: Stack, accessToken: string): Promise<void> {
  const { token } = await done(stack, 'POST', '/invitations', { email: 'ada@example.com', role: 'admin' });
  const accepted = await fetch(`${stack.baseUrl}/api/v1/invitations/${String(token)}/accept`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
  });
  if (!accepted.ok) throw new Error(`the invitation was not accepted: ${accepted.status}`);
}

/** A message whose deliveries are cut off in their middle: the runner is killed under them. */
async function cutDown(stack: Stack, { webhooks: { plain }, channels: { hangs }, endpoint }: Facts): Promise<string> {
  await done(stack, 'PUT', `/webhooks/${plain}/channels/${hangs}`, {});
  const messageId = await post(stack.baseUrl + endpoint, { body: 'cut off' });
  await sleep(2500);
  await stack.kill9();
  return messageId;
}
