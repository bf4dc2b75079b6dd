import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect } from 'vitest';
import type { OutgoingMessage } from '../../../core/channels/outgoing-message.ts';
import type { Outcome as DeliveryOutcome } from '../../../core/channels/outcome.ts';
import { messageUrlUnder } from '../../../core/delivery/message-url.ts';
import { createShowRequests } from '../../../core/delivery/shown-requests.ts';
import type { TestSend } from '../../../core/sending/test-webhook.ts';
import { systemAct } from '../../../core/directory/audit.ts';
import { createTokenAuthenticator } from '../../../core/directory/caller.ts';
import { createPersonAuthenticator, type Issuer } from '../../../core/directory/person-authenticator.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import type { InvitationEmail } from '../../../core/directory/invitation-email.ts';
import { systemMaker } from '../../../core/directory/maker.ts';
import { createOrganization } from '../../../core/directory/organizations.ts';
import type { Role } from '../../../core/directory/organization.ts';
import { issueToken } from '../../../core/directory/tokens.ts';
import { noUsage } from '../../../core/usage/usage.ts';
import type { Deps } from '../../../lambdas/management/deps.ts';
import { createHandler } from '../../../lambdas/management/handler.ts';
import type { Message } from '../../../core/delivery/message.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import type { AskJob } from '../../../core/ask/ask-job.ts';
import { memoryAlerts } from '../../fakes/alerts.ts';
import { memoryAsks } from '../../fakes/asks.ts';
import { memoryDeliveries } from '../../fakes/deliveries.ts';
import { createFakeDailyCounter } from '../../fakes/daily-counter.ts';
import { memoryFigures } from '../../fakes/figures.ts';
import { createFakeDirectory, createFakeUsage } from '../../fakes/directory.ts';
import { createFakeGenerators, noBackoff } from '../../fakes/generators.ts';
import { createFakeMessages } from '../../fakes/messages.ts';
import { createAnswerCheck } from './openapi-check.ts';

export const BASE_URL = 'https://notify.example.com';

/** Takes `person-ada` for an access token of ada@example.com. */
const fakeIssuer: Issuer = {
  verify: async (token) => {
    const [, subject] = /^person-(\w+)$/.exec(token) ?? [];
    if (subject === 'nobody') return { kind: 'unavailable' };
    return subject === undefined ? { kind: 'refused' } : { kind: 'ok', issuer: 'https://login.example.com', subject };
  },
  addressOf: async (token) => ({ kind: 'ok', email: `${token.slice('person-'.length)}@example.com` }),
};

interface Call {
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** Sent as it is instead of `body`. */
  readonly rawBody?: string;
  readonly headers?: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
  /** Checked against the document already, so tests read it freely. */
  readonly body: ReturnType<JSON['parse']>;
}

/**
 * The management function on fakes, called with payload 2.0 events. Every answer is checked against the OpenAPI
 * document that the function itself gives.
 */
export async function openApi(overrides: Partial<Deps> = {}) {
  const generators = createFakeGenerators();
  const directory = createFakeDirectory();
  const usage = createFakeUsage();
  const messages = createFakeMessages(() => generators.now());
  const alerts = memoryAlerts();
  const asks = memoryAsks();
  const toldAsks: AskJob[] = [];
  const told: Message[] = [];
  const ended: string[] = [];
  const figures = memoryFigures();
  const queued: DeliveryJob[] = [];
  const forgotten: string[] = [];
  const sent: { channel: Channel; message: OutgoingMessage }[] = [];
  const invited: InvitationEmail[] = [];
  const inviteOutcome: { next: DeliveryOutcome } = { next: { kind: 'delivered' } };
  const tests: Parameters<TestSend>[0][] = [];
  const testAnswer = { next: { status: 201, text: '{"messageId":"msg_1"}' } };
  const logged: Record<string, unknown>[] = [];
  const sendOutcome: { next: DeliveryOutcome } = { next: { kind: 'delivered', status: 200 } };
  const deps: Deps = {
    ...generators,
    publicBaseUrl: BASE_URL,
    billing: 'none',
    liveStream: 'on',
    authenticators: [
      createTokenAuthenticator(directory.store, () => generators.now()),
      createPersonAuthenticator({ ...generators, issuer: fakeIssuer, people: directory.store }),
    ],
    store: { ...directory.store, ...usage.store },
    usage: { readMonths: async (_, months) => months.map((_month, index) => ({ ...noUsage, messages: index })) },
    figures: figures.figures,
    newestMessages: { inShards: async () => [] },
    names: {
      readName: async (organizationId, kind, id) => {
        const { store } = directory;
        const named =
          kind === 'webhook' ? store.readWebhook(organizationId, id) : store.readChannel(organizationId, id);
        return (await named)?.name;
      },
    },
    messages: messages.reader,
    alerts: alerts.reader,
    heads: alerts.heads,
    asks,
    tellAsk: async (job) => void toldAsks.push(job),
    outbox: { store: async (message) => void told.push(message) },
    endAlerts: async ({ id }) => void ended.push(id),
    bodies: { get: async (key) => `{"key":${JSON.stringify(key)}}` },
    deliveries: memoryDeliveries(),
    replays: { record: async () => undefined, publish: async () => undefined },
    jobs: {
      enqueue: async (jobs) => {
        queued.push(...jobs);
        return [];
      },
    },
    backoff: noBackoff,
    dailyCounter: createFakeDailyCounter(),
    health: { clear: async (channelId) => void forgotten.push(channelId) },
    send: async (channel, message) => {
      sent.push({ channel, message });
      return sendOutcome.next;
    },
    testSend: async (request) => {
      tests.push(request);
      return testAnswer.next;
    },
    showRequests: createShowRequests({ now: () => generators.now(), messageUrl: messageUrlUnder(BASE_URL) }),
    invite: async (email) => {
      invited.push(email);
      return inviteOutcome.next;
    },
    destinationRefusalOf: (name) =>
      name.endsWith('Own') ? 'this belongs to the router itself; name another one' : undefined,
    refusalOf: (url) => (url.startsWith('https://') ? undefined : 'must begin with https://'),
    log: (line) => logged.push(line),
    ...overrides,
  };
  const handler = createHandler(deps);

  async function rawCall(method: string, path: string, call: Call = {}): Promise<Answer> {
    const result = await handler(eventOf(method, path, call) as never, {} as never);
    const { statusCode: status, body: sent, headers } = result as Required<typeof result> & { headers: never };
    const text = result.isBase64Encoded ? Buffer.from(sent, 'base64').toString() : sent;
    const type = String(headers['content-type'] ?? '');
    const isJson = type.startsWith('application/json') && text !== '';
    return { status, headers, text, body: isJson ? JSON.parse(text) : undefined };
  }

  const { text: documentText, body: document } = await rawCall('GET', '/api/v1/openapi.json');
  const check = checkOf(documentText);

  /** Calls `/api/v1` + `path` and checks the answer against the document. */
  async function call(method: string, path: string, options: Call = {}): Promise<Answer> {
    const answer = await rawCall(method, `/api/v1${path}`, options);
    expect({ answer: answer.text, faults: check(method, `/api/v1${path.split('?')[0]}`, answer) }).toEqual({
      answer: answer.text,
      faults: [],
    });
    return answer;
  }

  const act = systemAct('organization.created', 'set up');
  const acme = await createOrganization(deps, { name: 'Acme', act });
  const other = await createOrganization(deps, { name: 'Other', act });
  const tokenFor = async (organizationId: string, role: Role) =>
    (await issueToken(deps, { organizationId, name: role, role, act }, systemMaker(organizationId))).secret;

  return {
    deps,
    alerts,
    asks,
    toldAsks,
    generators,
    directory,
    usage,
    messages,
    figures,
    queued,
    forgotten,
    sent,
    sendOutcome,
    invited,
    inviteOutcome,
    tests,
    testAnswer,
    logged,
    document,
    rawCall,
    call,
    acme,
    other,
    organization: `/organizations/${acme.id}`,
    tokens: {
      member: await tokenFor(acme.id, 'member'),
      admin: await tokenFor(acme.id, 'admin'),
      owner: await tokenFor(acme.id, 'owner'),
      otherOwner: await tokenFor(other.id, 'owner'),
    },
  };
}

const checks = new Map<string, ReturnType<typeof createAnswerCheck>>();

/** Compiling the schemas takes longer than all else here, and the document is mostly the same. */
function checkOf(document: string) {
  const known = checks.get(document) ?? createAnswerCheck(JSON.parse(document));
  checks.set(document, known);
  return known;
}

export type Api = Awaited<ReturnType<typeof openApi>>;

function eventOf(method: string, target: string, { token, body, rawBody, headers }: Call): APIGatewayProxyEventV2 {
  const [rawPath = '', rawQueryString = ''] = target.split('?');
  const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const known = {
    host: 'notify.example.com',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(text === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return {
    version: '2.0',
    routeKey: 'ANY /api/{proxy+}',
    rawPath,
    rawQueryString,
    headers: { ...known, ...headers },
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      domainName: 'notify.example.com',
      domainPrefix: 'notify',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
      requestId: 'request',
      routeKey: 'ANY /api/{proxy+}',
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
    ...(text === undefined ? {} : { body: Buffer.from(text).toString('base64') }),
    isBase64Encoded: text !== undefined,
  };
}
