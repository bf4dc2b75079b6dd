import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Received, startReceiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';

let stack: Stack;
let api: ManagementApi;

beforeAll(async () => {
  stack = await startStack({ RETRY_SCHEDULE: '1,1' });
  api = managementApi(stack);
});
afterAll(async () => stack.stop());

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const TOKEN = 'a-token-of-the-receiver/0123456789';
const MEGABYTES_10 = 10 * 1024 * 1024;

/** What became of a delivery to a receiver that answers like this until its retries are used up. */
async function failureAt(respond: (response: ServerResponse, count: number, request: Received) => void) {
  const receiver = await startReceiver(respond);
  const config = { url: receiver.url, secret: SECRET, headers: { 'x-token': TOKEN } };
  const channel = await api.createChannel({ kind: 'webhook', name: 'Receiver', config });
  const webhook = await api.createWebhook({ name: 'CI' });
  await api.link(webhook.id, channel.id);
  const sent = await fetch(webhook.endpointUrl, { method: 'POST', body: 'disk full' });
  const { messageId } = (await sent.json()) as { messageId: string };
  const message = await eventually(async () => {
    const read = await api.message(messageId);
    return read.deliveries.every(({ state }) => state === 'failed') ? read : undefined;
  });
  await receiver.stop();
  const target = `/api/v1${api.path}/messages/${messageId}/deliveries/${channel.id}/request`;
  // Not by the client of the tests, which takes whatever stands under `headers` for a secret.
  const headers = { authorization: `Bearer ${stack.credentials.managementToken}` };
  const request = await fetch(stack.baseUrl + target, { headers });
  const [delivery] = message.deliveries as unknown as { attempts: { response?: { body: string } }[] }[];
  return { attempts: delivery!.attempts, request: await request.text(), text: JSON.stringify(message) };
}

describe('a failure', () => {
  it('says what the receiver answered first and last, and what would be sent now', async () => {
    const { attempts, request } = await failureAt((response, count) =>
      response.writeHead(500, { 'content-type': 'text/plain' }).end(`upstream exploded ${count} times`),
    );

    const said = (count: number) => ({
      status: 500,
      contentType: 'text/plain',
      body: `upstream exploded ${count} times`,
    });
    expect(attempts.map(({ response }) => response)).toEqual([said(1), undefined, said(3)]);
    expect(JSON.parse(request)).toMatchObject({
      requests: [{ method: 'POST', headers: { 'x-token': '••••6789' }, curl: expect.stringContaining('disk full') }],
    });
    expect(request).not.toMatch(/a-token-of|whsec_|v1,[^•]/);
  });

  it('shows no secret of a request that the receiver echoes', async () => {
    const { attempts, text } = await failureAt((response, _, { headers }) => {
      const php = JSON.stringify(headers).replaceAll('/', String.raw`\/`);
      response.writeHead(400).end(`${JSON.stringify(headers)}\n${php}\n${encodeURIComponent(TOKEN)}`);
    });

    expect(attempts[0]?.response?.body).toContain('notification-router');
    expect(text).not.toMatch(/a-token-of-the|v1,[A-Za-z0-9]{8}/);
  });

  it.each([
    ['10 MB', Buffer.alloc(MEGABYTES_10, 'x'), 'x'.repeat(2048)],
    ['binary', Buffer.from([0, 1, 2, 0xff, 0xfe]), '\0\u0001\u0002\uFFFD\uFFFD'],
    ['no UTF-8', Buffer.from('caf\u00e9', 'latin1'), 'caf\uFFFD'],
    ['nothing', Buffer.alloc(0), ''],
  ])('keeps the first 2 KB as text, of whatever is answered: %s', async (_, answered, body) => {
    const { attempts } = await failureAt((response) => response.writeHead(400).end(answered));

    expect(attempts[0]?.response).toEqual({ status: 400, contentType: '', body });
  });
});
