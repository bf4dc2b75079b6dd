import type { ReadSecret, SecretReader } from '../../../adapters/aws/secrets/secret-reader.ts';
import type { Line } from '../../../core/telemetry/telemetry.ts';
import { createHandler, type HandlerPorts } from '../../../lambdas/provider/handler.ts';
import type { StackAnswer } from '../../../lambdas/provider/stack-event.ts';
import { createFakeDirectory } from '../../fakes/directory.ts';
import { createFakeGenerators, noBackoff } from '../../fakes/generators.ts';

export const ORGANIZATION = 'org_01AAAAAAAAAAAAAAAAAAAAAAAA';
const STACK = 'arn:aws:cloudformation:eu-west-1:111122223333:stack/Shop/0f1e';
const RESPONSE_URL = 'https://cloudformation-custom-resource-response-euwest1.s3.amazonaws.com/answer?signature=secret';

export const live = {
  kind: 'live-stream',
  name: 'Screen',
  config: { format: 'json', includePriority: true, includeTags: true, includePayload: true },
};
export const slack = {
  kind: 'slack',
  name: 'Team',
  config: { botToken: { secret: 'secretsmanager:shop:SecretString:token::' }, channel: 'C0123456789' },
};

interface Asked {
  readonly type?: 'Channel' | 'Webhook';
  readonly resource?: string;
  readonly stack?: string;
  readonly slug?: string;
  readonly organizationId?: string;
  readonly entry?: object | string;
  readonly physicalId?: string;
}

/** The provider function over a directory in memory, asked as CloudFormation asks. */
export async function openProvider(overrides: Partial<HandlerPorts> = {}) {
  const { store, ...directory } = createFakeDirectory();
  const organization = { id: ORGANIZATION, name: 'Shop', plan: 'free', extraPacks: 0 } as const;
  const lines: Line[] = [];
  const answers: { readonly url: string; readonly answer: StackAnswer }[] = [];
  const ended: string[] = [];
  const reads = new Map<string, readonly ReadSecret[]>();
  const handler = createHandler({
    ...createFakeGenerators(),
    store: { ...store, readOrganization: async (id) => (id === ORGANIZATION ? fullOf(organization) : undefined) },
    backoff: noBackoff,
    refusalOf: () => undefined,
    destinationRefusalOf: () => undefined,
    publicBaseUrl: 'https://notify.example.com',
    billing: 'none',
    organizations: () => listOf([ORGANIZATION]),
    endAlerts: async ({ id }) => void ended.push(id),
    secrets: secretsIn(reads),
    sleep: async () => {},
    answer: async (url, answer) => void answers.push({ url, answer }),
    log: (line) => void lines.push(line),
    ...overrides,
  });
  let requests = 0;
  const ask = async (RequestType: 'Create' | 'Update' | 'Delete', asked: Asked): Promise<StackAnswer> => {
    requests += 1;
    const { type = 'Webhook', resource = 'Ci', stack = STACK, slug = 'ci', entry = { name: 'CI' } } = asked;
    await handler({
      RequestType,
      ServiceToken: 'arn:aws:lambda:eu-west-1:111122223333:function:provider',
      ResponseURL: RESPONSE_URL,
      StackId: stack,
      RequestId: `request-${requests}`,
      LogicalResourceId: resource,
      ResourceType: `Custom::NotificationRouter${type}`,
      ...(asked.physicalId === undefined ? {} : { PhysicalResourceId: asked.physicalId }),
      ResourceProperties: {
        ServiceToken: 'arn:aws:lambda:eu-west-1:111122223333:function:provider',
        ...(asked.organizationId === undefined ? {} : { OrganizationId: asked.organizationId }),
        Slug: slug,
        Entry: typeof entry === 'string' ? entry : JSON.stringify(entry),
      },
    });
    return answers.at(-1)!.answer;
  };
  return {
    ask,
    handler,
    lines,
    answers,
    ended,
    /** What each reading of a secret gives, the last one from then on. */
    reads,
    store,
    directory,
    webhooks: async () => (await store.listWebhooks(ORGANIZATION, { limit: 1000 })).items,
    channels: async () => (await store.listChannels(ORGANIZATION, { limit: 1000 })).items,
  };
}

const fullOf = (facts: { id: string; name: string; plan: 'free'; extraPacks: number }) => ({
  ...facts,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
});

async function* listOf(ids: readonly string[]): AsyncGenerator<string> {
  yield* ids;
}

function secretsIn(reads: Map<string, readonly ReadSecret[]>): SecretReader {
  const next = async (name: string): Promise<ReadSecret> => {
    const [first = { kind: 'absent' } as const, ...rest] = reads.get(name) ?? [];
    if (rest.length > 0) reads.set(name, rest);
    return first;
  };
  return { readSecret: async ({ id }) => next(id), readParameter: next };
}

export { listOf };
