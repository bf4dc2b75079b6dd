import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { dialectNames } from '../../../core/notification/dialects/dialect-names.ts';
import type { AcceptPorts } from '../../../core/sending/accept.ts';
import type { Line } from '../../../core/telemetry/telemetry.ts';
import { withDialects } from '../../../lambdas/ingest/lazy-dialects.ts';
import { toEvent } from '../../../local/http-api/request-event.ts';
import { memoryAlertHeads } from '../../fakes/alerts.ts';
import { memoryAsking } from '../../fakes/asks.ts';
import { memoryDuplicates } from '../../fakes/duplicates.ts';
import { memoryFanOut } from '../../fakes/fan-out.ts';

const PUBLIC_ID = 'V1StGXR8_Z5jdHi6B-myT';
const ULID = '01KAG20RM0ABCDEFGHJKMNPQR0';

interface Sent {
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function rig(store: () => Promise<void> = async () => {}) {
  const lines: Line[] = [];
  const endpoint = {
    organizationId: 'o',
    webhookId: 'w',
    webhookName: 'CI',
    enabled: true,
    requireApiKey: false,
    links: [],
  };
  const ports: AcceptPorts = {
    endpoints: { read: async () => endpoint },
    messages: { store },
    bodies: { put: async () => 'key' },
    jobs: { enqueue: async () => [] },
    parking: { park: async () => undefined },
    duplicates: memoryDuplicates(),
    fanOut: memoryFanOut(),
    alerts: { heads: memoryAlertHeads(), pause: async () => {} },
    asking: memoryAsking().ports,
    presets: { fetchText: async () => undefined, now: () => 0 },
    now: () => 0,
    newUlid: () => ULID,
  };
  const handle = withDialects(async () => ({ statusCode: 201, body: 'plain' }), {
    ports,
    limits: { maxBodyBytes: 1000, maxHops: 3 },
    log: (line) => lines.push(line),
  });
  const send = async (method: string, path: string, { query = '', headers = {}, body = '' }: Sent = {}) => {
    const request = {
      method,
      path: `/n/${PUBLIC_ID}${path}`,
      query,
      rawHeaders: Object.entries(headers),
      body: Buffer.from(body),
      sourceIp: '127.0.0.1',
    };
    const context = { routeKey: 'ANY /n/{proxy+}', pathParameters: {}, apiId: 'api', requestId: 'request_1', time: 0 };
    return handle(toEvent(request, context) as unknown as APIGatewayProxyEventV2);
  };
  return { send, lines };
}

describe('the addresses of other products', () => {
  it.each(['', '/', '/slack', '/ask', '/ntfyx', '/ntf', '/NTFY'])('are none of them: %s', async (path) => {
    const { send } = rig();

    expect(await send('POST', path)).toMatchObject({ statusCode: 201, body: 'plain' });
  });

  it.each(dialectNames)('have errors of their own: %s', async (name) => {
    const { send } = rig();

    const unknown = await send('POST', `/${name}/no/such/path/at/all`);

    expect(unknown.statusCode).toBe(404);
    expect(unknown.body).not.toBe('');
  });

  it('answer JSON with its type, and log the message but no query and no path', async () => {
    const { send, lines } = rig();

    const answer = await send('POST', '/gotify/message', { query: 'token=SECRET', body: '{"message":"x"}' });

    expect(answer).toMatchObject({ statusCode: 200, headers: { 'content-type': 'application/json' } });
    expect(lines).toEqual([{ event: 'send.accepted', messageId: `msg_${ULID}`, requestId: 'request_1' }]);
  });

  it('answer text with its type, and nothing with none', async () => {
    const { send } = rig();
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'body=x' };

    expect(await send('POST', '/apprise/notify/', form)).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
    expect(await send('POST', '/teams', { body: '{"text":"x"}' })).toEqual({ statusCode: 202, headers: {}, body: '' });
  });

  it('name the methods that there are', async () => {
    const { send } = rig();

    expect(await send('DELETE', '/ntfy/ops')).toMatchObject({ statusCode: 405, headers: { allow: 'POST, PUT' } });
  });

  it('decode the path as the API does', async () => {
    const { send } = rig();

    expect(
      await send('POST', '/opsgenie/v2/alerts/disk%2Fweb-1/close', { query: 'identifierType=alias' }),
    ).toMatchObject({
      statusCode: 202,
    });
  });

  it('say in their words that nothing could be stored, and name the request', async () => {
    const error = new Error('the table is throttled');
    const { send, lines } = rig(async () => Promise.reject(error));

    expect(await send('POST', '/teams', { body: '{"text":"x"}' })).toEqual({
      statusCode: 503,
      headers: { 'content-type': 'application/json', 'retry-after': '5' },
      body: '{"error":{"code":"ServiceUnavailable","message":"Service unavailable"}}',
    });
    expect(lines).toEqual([{ event: 'send.failed', level: 'ERROR', requestId: 'request_1', error }]);
  });
});
