import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { marshall } from '@aws-sdk/util-dynamodb';

/** What an account is like, as far as the preflight asks. */
export interface AccountFacts {
  readonly concurrency: number;
  readonly emailProduction: boolean;
  readonly emailSending: boolean;
  readonly smsTier: 'SANDBOX' | 'PRODUCTION';
  readonly smsLimit: number;
  /** Ids of zones a, b, c … */
  readonly zoneIds: readonly string[];
  /** Version of the bootstrap stack by Region. */
  readonly bootstrapped: Readonly<Record<string, string>>;
  readonly services: readonly string[];
  readonly roles: readonly string[];
  /** What is stored of channels; none: there is no router yet. */
  readonly channels: readonly { readonly kind: string; readonly config: Readonly<Record<string, string>> }[];
  /** Operations that the credentials have no right to. */
  readonly denied: readonly string[];
}

/** An account in which nothing is missing. */
export const READY: AccountFacts = {
  concurrency: 1000,
  emailProduction: true,
  emailSending: true,
  smsTier: 'PRODUCTION',
  smsLimit: 50,
  zoneIds: ['euc1-az2', 'euc1-az3', 'euc1-az1'],
  bootstrapped: { 'eu-central-1': '28', 'us-east-1': '28' },
  services:
    'apigatewayv2 cloudwatch cognito-idp dynamodb ecr ecs elb events fargate kinesis kms lambda s3 secretsmanager ses sns sqs'.split(
      ' ',
    ),
  roles: [
    'AWSServiceRoleForECS',
    'AWSServiceRoleForElasticLoadBalancing',
    'AWSServiceRoleForApplicationAutoScaling_ECSService',
  ],
  channels: [],
  denied: [],
};

/** An endpoint for AWS calls that answers as AWS documents, in each service's own protocol. */
export interface FakeAccount {
  readonly endpoint: string;
  /** The operations that were called. */
  readonly calls: readonly string[];
  stop(): Promise<void>;
}

interface Call {
  readonly operation: string;
  readonly region: string;
  readonly form: URLSearchParams;
  readonly json: Readonly<Record<string, unknown>>;
  readonly protocol: 'query' | 'json';
}

interface Reply {
  readonly status?: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Operations of services whose calls are paths. */
const PATHS: Readonly<Record<string, string>> = {
  'GET /2016-08-19/account-settings': 'GetAccountSettings',
  'GET /v2/email/account': 'GetAccount',
};

const json = (value: object): Reply => ({ body: JSON.stringify(value) });
const xml = (body: string): Reply => ({ body, headers: { 'content-type': 'text/xml' } });

/** A page holds ten, as AWS has it. */
function servicesPage({ json }: Call, services: readonly string[]): object {
  const path = String(json['Path']);
  const start = Number(json['NextToken'] ?? 0);
  const Parameters = services.slice(start, start + 10).map((name) => ({ Name: `${path}/${name}`, Value: name }));
  return { Parameters, ...(start + 10 < services.length ? { NextToken: String(start + 10) } : {}) };
}

const answers: Readonly<Record<string, (facts: AccountFacts, call: Call) => Reply>> = {
  GetCallerIdentity: () =>
    xml(
      '<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>arn:aws:iam::111122223333:user/me</Arn>' +
        '<Account>111122223333</Account></GetCallerIdentityResult></GetCallerIdentityResponse>',
    ),
  GetAccountSettings: ({ concurrency }) => json({ AccountLimit: { ConcurrentExecutions: concurrency } }),
  GetAccount: (facts) => json({ ProductionAccessEnabled: facts.emailProduction, SendingEnabled: facts.emailSending }),
  DescribeAccountAttributes: ({ smsTier }) => json({ AccountAttributes: [{ Name: 'ACCOUNT_TIER', Value: smsTier }] }),
  DescribeSpendLimits: ({ smsLimit }) =>
    json({
      SpendLimits: [
        { Name: 'VOICE_MESSAGE_MONTHLY_SPEND_LIMIT', EnforcedLimit: 99, MaxLimit: 99, Overridden: false },
        { Name: 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT', EnforcedLimit: smsLimit, MaxLimit: smsLimit, Overridden: false },
      ],
    }),
  DescribeAvailabilityZones: ({ zoneIds }, { region }) => {
    const items = zoneIds.map((id, index) => {
      const name = `${region}${'abcdef'[index]}`;
      return `<item><zoneName>${name}</zoneName><zoneId>${id}</zoneId><zoneState>available</zoneState></item>`;
    });
    // In no order, as AWS answers.
    const info = items.toReversed().join('');
    return xml(
      `<DescribeAvailabilityZonesResponse><availabilityZoneInfo>${info}</availabilityZoneInfo></DescribeAvailabilityZonesResponse>`,
    );
  },
  GetParameter: ({ bootstrapped }, { region }) => {
    const Value = bootstrapped[region];
    if (Value !== undefined) return json({ Parameter: { Name: '/cdk-bootstrap/hnb659fds/version', Value } });
    return { status: 400, body: JSON.stringify({ __type: 'ParameterNotFound' }) };
  },
  ListTables: ({ channels }) =>
    json({ TableNames: ['Other', ...(channels.length === 0 ? [] : ['NotificationRouterData-DirectoryTable1-ABC'])] }),
  Scan: ({ channels }) => json({ Items: channels.map((channel) => marshall(channel)) }),
  GetParametersByPath: ({ services }, call) => json(servicesPage(call, services)),
  GetRole: ({ roles }, { form }) => {
    const name = form.get('RoleName') ?? '';
    if (!roles.includes(name)) {
      return { ...xml(`<ErrorResponse><Error><Code>NoSuchEntity</Code></Error></ErrorResponse>`), status: 404 };
    }
    const role =
      `<Path>/</Path><RoleName>${name}</RoleName><RoleId>A</RoleId><Arn>arn:aws:iam::111122223333:role/${name}</Arn>` +
      '<CreateDate>2026-01-01T00:00:00Z</CreateDate>';
    return xml(`<GetRoleResponse><GetRoleResult><Role>${role}</Role></GetRoleResult></GetRoleResponse>`);
  },
};

function denial({ operation, protocol }: Call): Reply {
  const message = `User: arn:aws:iam::111122223333:user/me is not authorized to perform: ${operation}`;
  if (protocol === 'json') {
    const headers = { 'x-amzn-errortype': 'AccessDeniedException' };
    return { status: 403, headers, body: JSON.stringify({ __type: 'AccessDeniedException', message }) };
  }
  const error = `<Error><Code>AccessDenied</Code><Message>${message}</Message></Error>`;
  // EC2 has a dress of its own.
  const isEc2 = operation === 'DescribeAvailabilityZones';
  const body = isEc2 ? `<Response><Errors>${error}</Errors></Response>` : `<ErrorResponse>${error}</ErrorResponse>`;
  return { ...xml(body), status: 403 };
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const { headers, method = '', url = '' } = request;
  const [, region = ''] = /Credential=[^/]+\/\d+\/([^/]+)\//.exec(headers.authorization ?? '') ?? [];
  const form = new URLSearchParams(text);
  const target = String(headers['x-amz-target'] ?? '').split('.')[1];
  const path = `${method} ${url.replace(/\/?(\?.*)?$/, '')}`;
  const operation = target ?? form.get('Action') ?? PATHS[path] ?? path;
  const protocol = form.has('Action') ? 'query' : 'json';
  return { operation, region, form, json: text.startsWith('{') ? JSON.parse(text) : {}, protocol };
}

/** Opens the endpoint on a free port. */
export async function startFakeAccount(facts: AccountFacts): Promise<FakeAccount> {
  const calls: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await callOf(request);
    calls.push(call.operation);
    const reply = answers[call.operation];
    const isDenied = reply === undefined || facts.denied.includes(call.operation);
    const { status = 200, headers = {}, body } = isDenied ? denial(call) : reply(facts, call);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1', ...headers }).end(body);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    calls,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
