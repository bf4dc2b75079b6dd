import { join } from 'node:path';
import type { Resources } from '../assembly/resources.ts';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';
import { deploymentsOf } from '../cloudfront/deployments.ts';
import { distributionOf } from '../cloudfront/distribution.ts';
import { Edge } from '../cloudfront/edge.ts';
import { apiOrigin } from '../cloudfront/origins/api-origin.ts';
import { bucketOrigin } from '../cloudfront/origins/bucket-origin.ts';
import type { Origin } from '../cloudfront/origins/origin.ts';
import { type Balancer, balancerOf } from '../container/balancer.ts';
import { containersOf } from '../container/container-definition.ts';
import { Container } from '../container/container.ts';
import { appendLinesTo } from '../http-api/access-log.ts';
import { apisOf, HttpApi, type ApiDefinition } from '../http-api/http-api.ts';
import type { Surroundings } from '../lambda/function-definition.ts';
import { invokedByTasks } from '../lambda/invoked-by-tasks.ts';
import type { AccessControl } from '../iam/access-control.ts';
import { makersOf } from '../custom/deploy-custom.ts';
import { mappingsOf } from '../mappings/definitions.ts';
import { feedFromQueue } from '../mappings/queue-feed.ts';
import { feedFromStream, type StreamPorts } from '../mappings/stream-feed.ts';
import { SecurityGroups } from '../network/security-groups.ts';
import type { Reaper } from '../process/reaper.ts';
import { schedulesOf, startSchedule } from '../schedules/schedule.ts';
import { subscriptionsOf } from '../sending/topics.ts';
import type { Sqs } from '../sqs/open-sqs.ts';
import { prepareFunctions, type Functions } from './functions.ts';
import { checkImpliedCalls } from './implied-calls.ts';

/** What the app of the templates runs on. */
export interface AppOptions {
  readonly resources: Resources;
  readonly access: AccessControl;
  readonly sqs: Sqs;
  /** Streams of tables, for mappings. */
  readonly streams: Omit<StreamPorts, 'invoke'>;
  readonly surroundings: Surroundings;
  readonly logDir: string;
  readonly reaper: Reaper;
  /** Concurrent invocations that the account allows. */
  readonly concurrency: number;
}

/** The app of the templates, wired but not yet working in the background. */
export interface App {
  readonly functions: Functions;
  readonly edge: Edge;
  readonly containers: readonly Container[];
  /** Starts schedules and the feeding of functions from queues and streams. */
  startBackground(): Background;
}

/** What runs without being asked. */
interface Background {
  /** Starts nothing new, and settles when all that runs is done. */
  stop(): Promise<void>;
}

/** Wires functions, API, edge, containers, mappings and schedules as the templates say. */
export function composeApp(options: AppOptions): App {
  const { resources, access, sqs, streams, surroundings, logDir, reaper, concurrency } = options;
  const apis = apisOf(resources);
  const mappings = mappingsOf(resources);
  const schedules = schedulesOf(resources);
  const routed = apis.flatMap(({ routes }) => routes.map(({ target }) => target.functionArn));
  const scheduled = schedules.flatMap(({ functionArns }) => functionArns);
  const subscribed = subscriptionsOf(resources).map(({ functionArn }) => functionArn);
  const mapped = mappings.map(({ functionName }) => functionName);
  const asTasks = invokedByTasks(resources).map(({ functionArn }) => functionArn);
  const targets = { mapped, others: [...routed, ...scheduled, ...subscribed, ...makersOf(resources), ...asTasks] };
  const functions = prepareFunctions(resources, targets, { surroundings, logDir, reaper, concurrency });
  checkImpliedCalls(
    resources,
    access,
    functions.definitions.map(({ name }) => name),
  );
  const groups = new SecurityGroups(resources);
  const balancers = containersOf(resources).map((definition) =>
    balancerOf(definition, { groups, start: () => new Container({ definition, surroundings, logDir }) }),
  );
  const containers = balancers.flatMap((balancer) => balancer.containers);
  const startBackground = (): Background => {
    const running = [
      ...mappings.map((mapping) => {
        const invoke = (event: object) => functions.invoke(mapping.functionName, event);
        if (mapping.kind === 'stream') return feedFromStream(mapping, { ...streams, invoke });
        return feedFromQueue(mapping, { queues: sqs.queues, invoke });
      }),
      ...schedules.map((schedule) => startSchedule(schedule, functions.invoke)),
    ];
    return { stop: async () => void (await Promise.all(running.map((part) => part.stop()))) };
  };
  const edge = new Edge(distributionOf(resources), originsOf({ resources, apis, functions, balancers, logDir }));
  return { functions, edge, containers, startBackground };
}

interface OriginParts {
  readonly resources: Resources;
  readonly apis: readonly ApiDefinition[];
  readonly functions: Functions;
  readonly balancers: readonly Balancer[];
  readonly logDir: string;
}

/** Everything an origin's domain name may stand for. */
function originsOf({ resources, apis, functions, balancers, logDir }: OriginParts): (domain: string) => Origin {
  const origins = new Map<string, Origin>();
  const logAccess = appendLinesTo(join(logDir, 'access.log'));
  for (const api of apis) origins.set(api.host, apiOrigin(new HttpApi(api, functions.invoke, logAccess)));
  for (const { domain, origin } of balancers) origins.set(domain, origin);
  const deployments = deploymentsOf(resources);
  for (const bucket of resources.ofType('AWS::S3::Bucket', {})) {
    const files = bucketOrigin(deployments.get(bucket.attribute('')) ?? []);
    origins.set(bucket.attribute('RegionalDomainName'), files).set(bucket.attribute('DomainName'), files);
  }
  return (domain) => {
    const origin = origins.get(domain);
    if (origin === undefined)
      throw new UnsupportedTemplate('AWS::CloudFront::Distribution', `nothing answers at ${domain}`);
    return origin;
  };
}
