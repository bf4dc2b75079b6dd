import * as z from 'zod';
import { ACCOUNT, REGION } from '../assembly/attributes.ts';
import type { Resources } from '../assembly/resources.ts';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';
import { distributionOf } from '../cloudfront/distribution.ts';
import { apisOf } from '../http-api/http-api.ts';
import { invokedByTasks } from '../lambda/invoked-by-tasks.ts';
import type { AccessControl } from '../iam/access-control.ts';
import type { Subject } from '../iam/policy.ts';
import { roleSession } from '../iam/principals.ts';
import { mappingsOf } from '../mappings/definitions.ts';
import { schedulesOf } from '../schedules/schedule.ts';
import { eventDestinationsOf } from '../sending/email-events.ts';
import { eventRulesOf } from '../sending/event-rules.ts';
import { subscriptionsOf } from '../sending/topics.ts';

/** A call that AWS makes on behalf of the app, and that no code makes here. */
interface ImpliedCall {
  readonly subject: Subject;
  readonly action: string;
  readonly resource: string;
  /** What the call is made for. */
  readonly source?: string;
}

/**
 * Checks that AWS may do what it does around functions and containers: call them, read their queues, keep their logs.
 * Without a permission for it, AWS deploys the app and then fails every such call.
 *
 * @param functions names of the functions that something leads to.
 * @throws UnsupportedTemplate naming the first missing permission.
 */
export function checkImpliedCalls(resources: Resources, access: AccessControl, functions: readonly string[]): void {
  const calls = [
    ...callsOfApis(resources),
    ...callsOfEvents(resources),
    ...callsOfTasks(resources),
    ...callsOfEdge(resources),
    ...callsOfMappings(resources, access),
    ...callsOfFunctionLogs(resources, new Set(functions)),
    ...callsOfContainerLogs(resources),
  ];
  for (const { subject, action, resource, source } of calls) {
    const context = {
      'aws:securetransport': 'true',
      ...(source !== undefined && { 'aws:sourcearn': source, 'aws:sourceaccount': ACCOUNT }),
    };
    if (access.decide(subject, { action, resource, context }).outcome === 'allowed') continue;
    const name = subject.kind === 'role' ? subject.sessionArn : subject.name;
    const reason = source === undefined ? '' : ` for ${source}`;
    throw new UnsupportedTemplate(resource, `${name} has no permission for ${action} on it${reason}`);
  }
}

const service = (name: string): Subject => ({ kind: 'service', name: `${name}.amazonaws.com` });

function invoke(name: string, functionArn: string, source: string): ImpliedCall {
  return { subject: service(name), action: 'lambda:InvokeFunction', resource: functionArn, source };
}

/** @see https://docs.aws.amazon.com/apigateway/latest/developerguide/arn-format-reference.html */
function callsOfApis(resources: Resources): ImpliedCall[] {
  const stages = resources.ofType('AWS::ApiGatewayV2::Stage', { ApiId: z.string(), StageName: z.string() });
  return apisOf(resources).flatMap(({ id, routes }) =>
    stages
      .filter(({ properties }) => properties.ApiId === id)
      .flatMap(({ properties: { StageName } }) =>
        routes.map(({ key, target }) => {
          const source = `arn:aws:execute-api:${REGION}:${ACCOUNT}:${id}/${StageName}/${sourceOf(key)}`;
          return invoke('apigateway', target.functionArn, source);
        }),
      ),
  );
}

/** `GET /a/{b}` is `GET/a/{b}`, `ANY` is any method, and `$default` has neither method nor path. */
function sourceOf(routeKey: string): string {
  const [method = '', path = ''] = routeKey.split(' ');
  return `${method === 'ANY' ? '*' : method}${path}`;
}

function callsOfEvents(resources: Resources): ImpliedCall[] {
  return [
    ...schedulesOf(resources).flatMap(({ ruleArn, functionArns }) =>
      functionArns.map((functionArn) => invoke('events', functionArn, ruleArn)),
    ),
    ...[...schedulesOf(resources), ...eventRulesOf(resources)].flatMap(({ destinations }) =>
      destinations.map(({ arn, roleArn }) => ({
        subject: roleSession(roleArn, 'rule'),
        action: 'events:InvokeApiDestination',
        resource: arn,
      })),
    ),
    ...subscriptionsOf(resources).map(({ functionArn, topicArn }) => invoke('sns', functionArn, topicArn)),
    ...eventDestinationsOf(resources).map(({ configurationSet, topicArn }) => ({
      subject: service('ses'),
      action: 'sns:Publish',
      resource: topicArn,
      source: `arn:aws:ses:${REGION}:${ACCOUNT}:configuration-set/${configurationSet}`,
    })),
  ];
}

function callsOfTasks(resources: Resources): ImpliedCall[] {
  return invokedByTasks(resources).map(({ functionArn: resource, roleArn }) => {
    return { subject: roleSession(roleArn, 'state-machine'), action: 'lambda:InvokeFunction', resource };
  });
}

/** CloudFront reads the buckets that are its origins. */
function callsOfEdge(resources: Resources): ImpliedCall[] {
  const { id, behaviors } = distributionOf(resources);
  const domains = new Set(behaviors.map(({ origin }) => origin.domain));
  return resources
    .ofType('AWS::S3::Bucket', {})
    .filter(({ attribute }) => domains.has(attribute('RegionalDomainName')) || domains.has(attribute('DomainName')))
    .map(({ attribute }) => ({
      subject: service('cloudfront'),
      action: 's3:GetObject',
      resource: `${attribute('Arn')}/index.html`,
      source: `arn:aws:cloudfront::${ACCOUNT}:distribution/${id}`,
    }));
}

const ON_QUEUE = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
const ON_STREAM = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
];

/**
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html#events-sqs-permissions
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
 */
function callsOfMappings(resources: Resources, access: AccessControl): ImpliedCall[] {
  return mappingsOf(resources).flatMap((mapping) => {
    const { functionName } = mapping;
    const name = functionName.slice(functionName.lastIndexOf(':') + 1);
    const subject = access.subjectOf(name);
    if (subject === undefined) throw new UnsupportedTemplate(name, 'a mapping leads to it, but it has no role');
    return mapping.kind === 'queue'
      ? ON_QUEUE.map((action) => ({ subject, action, resource: mapping.queueArn }))
      : ON_STREAM.map((action) => ({ subject, action, resource: mapping.streamArn }));
  });
}

function logging(subject: Subject, logGroup: string): ImpliedCall[] {
  const resource = `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${logGroup}:log-stream:local`;
  return ['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => ({ subject, action, resource }));
}

function callsOfFunctionLogs(resources: Resources, names: ReadonlySet<string>): ImpliedCall[] {
  const shape = { Role: z.string(), LoggingConfig: z.object({ LogGroup: z.string().optional() }).default({}) };
  return resources
    .ofType('AWS::Lambda::Function', shape)
    .filter(({ physicalName }) => names.has(physicalName))
    .flatMap(({ physicalName, properties: { Role, LoggingConfig } }) =>
      logging(roleSession(Role, physicalName), LoggingConfig.LogGroup ?? `/aws/lambda/${physicalName}`),
    );
}

function callsOfContainerLogs(resources: Resources): ImpliedCall[] {
  const Options = z.object({ 'awslogs-group': z.string() });
  const LogConfiguration = z.object({ LogDriver: z.literal('awslogs'), Options }).optional();
  const shape = { ExecutionRoleArn: z.string(), ContainerDefinitions: z.array(z.object({ LogConfiguration })) };
  return resources
    .ofType('AWS::ECS::TaskDefinition', shape)
    .flatMap(({ properties }) =>
      properties.ContainerDefinitions.flatMap(({ LogConfiguration: config }) =>
        config === undefined
          ? []
          : logging(roleSession(properties.ExecutionRoleArn, 'task'), config.Options['awslogs-group']),
      ),
    );
}
