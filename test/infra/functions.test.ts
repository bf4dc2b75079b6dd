import { describe, expect, it } from 'vitest';
import { Env as AnswersEnv } from '../../lambdas/answers/env.ts';
import { Env as DeliverAwsEnv } from '../../lambdas/deliver-aws/env.ts';
import { Env as DeliverHttpEnv } from '../../lambdas/deliver-http/env.ts';
import { Env as EmailEventsEnv } from '../../lambdas/email-events/env.ts';
import { Env as FiguresEnv } from '../../lambdas/figures/env.ts';
import { Env as IngestEnv } from '../../lambdas/ingest/env.ts';
import { Env as ManagementEnv } from '../../lambdas/management/env.ts';
import { Env as SweeperEnv } from '../../lambdas/sweeper/env.ts';
import { Env as LiveStreamEnv } from '../../live-stream/env.ts';
import { propertiesOf, resourcesOfType, synthesize } from './synthesize.ts';

const FUNCTION = 'AWS::Lambda::Function';

interface Statement {
  readonly Action: string | string[];
  readonly Effect: string;
  readonly Resource: unknown;
}

describe('functions', () => {
  const { router, liveStream } = synthesize();
  const own = resourcesOfType(router, FUNCTION).filter(([id]) => !id.startsWith('Custom'));

  it('are eight', () => {
    expect(own.map(([id]) => id.replace(/Function[0-9A-F]{8}$/, ''))).toEqual([
      'EmailEvents',
      'DeliverHttp',
      'DeliverAws',
      'Sweeper',
      'Figures',
      'Ingest',
      'Answers',
      'Management',
    ]);
  });

  it.each(own)('run %s on Node 24 and arm64 with JSON logs', (_, { Properties }) => {
    expect(Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: expect.any(String) } },
    });
  });

  it.each([
    ['Answers', AnswersEnv],
    ['Ingest', IngestEnv],
    ['DeliverHttp', DeliverHttpEnv],
    ['DeliverAws', DeliverAwsEnv],
    ['EmailEvents', EmailEventsEnv],
    ['Figures', FiguresEnv],
    ['Management', ManagementEnv],
    ['Sweeper', SweeperEnv],
  ] as const)('give %s exactly the variables that it reads', (id, env) => {
    const { Variables } = Object(propertiesOf(router, FUNCTION, id)['Environment']);

    expect(Object.keys(Variables).sort()).toEqual(Object.keys(env.shape).sort());
  });

  it('give the Live Stream service exactly the variables that it reads', () => {
    const [container] = Object(propertiesOf(liveStream!, 'AWS::ECS::TaskDefinition')['ContainerDefinitions']);
    const names: string[] = container.Environment.map((variable: { Name: string }) => variable.Name);

    expect(names.sort()).toEqual(Object.keys(LiveStreamEnv.shape).sort());
  });

  it.each([
    [
      'Ingest',
      [
        'dynamodb:BatchWriteItem',
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
        's3:PutObject',
        'sqs:SendMessage',
      ],
    ],
    [
      'DeliverHttp',
      [
        'dynamodb:BatchGetItem',
        'dynamodb:DeleteItem',
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:Query',
        'dynamodb:UpdateItem',
        'kms:Decrypt',
        's3:GetObject',
        'sqs:DeleteMessage',
        'sqs:GetQueueAttributes',
        'sqs:ReceiveMessage',
        'sqs:SendMessage',
      ],
    ],
    [
      'DeliverAws',
      [
        'dynamodb:BatchGetItem',
        'dynamodb:BatchWriteItem',
        'dynamodb:DeleteItem',
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:Query',
        'dynamodb:UpdateItem',
        's3:GetObject',
        'ses:SendEmail',
        'sms-voice:SendTextMessage',
        'sqs:DeleteMessage',
        'sqs:GetQueueAttributes',
        'sqs:ReceiveMessage',
        'sqs:SendMessage',
      ],
    ],
    ['Answers', ['dynamodb:GetItem', 'dynamodb:UpdateItem', 'kms:Decrypt', 'sqs:SendMessage']],
    ['EmailEvents', ['dynamodb:ConditionCheckItem', 'dynamodb:PutItem']],
    [
      'Figures',
      [
        'dynamodb:BatchGetItem',
        'dynamodb:DescribeStream',
        'dynamodb:GetRecords',
        'dynamodb:GetShardIterator',
        'dynamodb:ListStreams',
        'dynamodb:PutItem',
      ],
    ],
    ['Sweeper', ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 'sqs:SendMessage']],
  ])('allow %s what it does and no more', (id, allowed) => {
    const statements = statementsOf(router, `${id}FunctionRole`).filter(({ Effect }) => Effect === 'Allow');
    const actions = statements.flatMap(({ Action }) => Action);

    expect([...new Set(actions)].filter((action) => !action.startsWith('logs:')).sort()).toEqual(allowed);
  });

  it('allow data keys of secrets to be opened only for the organisation they were made for', () => {
    const statements = own.flatMap(([id]) => statementsOf(router, id.replace(/[0-9A-F]{8}$/, 'Role')));
    const onKeys = statements.filter(({ Action }) => [Action].flat().some((action) => action.startsWith('kms:')));

    expect(onKeys).toHaveLength(3);
    const isPresent = { Null: { 'kms:EncryptionContext:organizationId': 'false' } };
    for (const statement of onKeys) expect(statement).toMatchObject({ Condition: isPresent });
    // Anybody in the world may call it: it opens what checks presses, and no token of a bot.
    const ofAnswers = statementsOf(router, 'AnswersFunctionRole').filter(({ Action }) => Action === 'kms:Decrypt');
    expect(ofAnswers).toMatchObject([{ Condition: { StringEquals: { 'kms:EncryptionContext:purpose': 'presses' } } }]);
  });

  it('allow no function a whole service or every resource', () => {
    const statements = own.flatMap(([id]) => statementsOf(router, id.replace(/[0-9A-F]{8}$/, 'Role')));

    expect(statements.filter(({ Resource }) => Resource === '*')).toEqual([]);
    expect(statements.flatMap(({ Action }) => Action).filter((action) => action.includes('*'))).toEqual([]);
  });

  it('raise an alarm when they fail, but those whose silence is one', () => {
    const alarms = resourcesOfType(router, 'AWS::CloudWatch::Alarm').map(([id]) => id);
    const failing = alarms.filter((id) => id.includes('FunctionFailing')).map((id) => id.split('Function')[0]);

    expect(new Set(failing)).toEqual(
      new Set(['Answers', 'DeliverAws', 'DeliverHttp', 'EmailEvents', 'Ingest', 'Management']),
    );
  });
});

function statementsOf(template: Parameters<typeof propertiesOf>[0], roleIdStart: string): Statement[] {
  const { Statement: statements } = Object(propertiesOf(template, 'AWS::IAM::Policy', roleIdStart)['PolicyDocument']);
  return statements;
}
