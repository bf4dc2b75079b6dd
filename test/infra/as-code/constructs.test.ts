import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecretValue, Stack, type StackProps } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule } from 'aws-cdk-lib/aws-events';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnTopic, Topic } from 'aws-cdk-lib/aws-sns';
import { afterAll, describe, expect, it } from 'vitest';
import { Env } from '../../../lambdas/provider/env.ts';
import { createCdkApp } from '../../../lib/config/cdk-app.ts';
import { Channel, Filter, NotificationRouter, RouterAlarmAction, RouterTarget, Webhook } from '../../../lib/index.ts';
import { propertiesOf, resourcesOf, resourcesOfType } from '../synthesize.ts';

const WEBHOOK = 'Custom::NotificationRouterWebhook';
const CHANNEL = 'Custom::NotificationRouterChannel';
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A router, and a stack of the same app. */
function newApp({ here = {}, there = {} }: { here?: StackProps; there?: Pick<StackProps, 'env'> } = {}) {
  const outdir = mkdtempSync(join(tmpdir(), 'as-code-'));
  folders.push(outdir);
  const app = createCdkApp({ outdir, context: { 'aws:cdk:disable-asset-staging': true } });
  const router = new NotificationRouter(app, 'NotificationRouter', { settings: { LIVE_STREAM: 'off' }, ...there });
  return { app, router, stack: new Stack(app, 'Shop', here) };
}

/** An entry with what is known at synthesis in place of references. */
function entryOf(properties: Record<string, unknown>): unknown {
  const { Entry } = properties;
  if (typeof Entry === 'string') return JSON.parse(Entry);
  const [separator, parts]: [string, unknown[]] = Object(Entry)['Fn::Join'];
  const text = parts.map((part) => (typeof part === 'string' ? part : `<${String(Object.values(Object(part))[0])}>`));
  return JSON.parse(text.join(separator));
}

describe('a webhook in code', () => {
  it('is a custom resource with the entry that a document would have', () => {
    const { router, stack } = newApp();
    const channel = Channel.webhook(stack, 'Archive', {
      router,
      name: 'Archive',
      config: { url: 'https://archive.example.com' },
    });
    new Webhook(stack, 'Ci', {
      router,
      name: 'CI',
      slug: 'ci',
      preset: 'github',
      links: [
        { channel, filter: Filter.priority.atLeast(3) },
        { channel: Channel.fromSlug('ops'), enabled: false },
      ],
    });
    const template = Template.fromStack(stack);

    const properties = propertiesOf(template, WEBHOOK);
    expect(properties).toMatchObject({ Slug: 'ci', ServiceTimeout: '900' });
    expect(Object.keys(properties).sort()).toEqual(['Entry', 'ServiceTimeout', 'ServiceToken', 'Slug']);
    const [[channelId] = ['']] = resourcesOfType(template, CHANNEL);
    expect(entryOf(properties)).toEqual({
      name: 'CI',
      preset: 'github',
      links: [
        { channel: `<${channelId}>`, filter: { priority: { gte: 3 } } },
        { channel: 'ops', enabled: false },
      ],
    });
  });

  it('has a slug of its own that stays when its name changes', () => {
    const { router, stack } = newApp();
    const slugs = ['A', 'B'].map((id) => new Webhook(stack, id, { router, name: 'Same' }).slug);

    expect(new Set(slugs).size).toBe(2);
    for (const slug of slugs) expect(slug).toMatch(/^shop-[ab]-[0-9a-f]{8}$/);
  });

  it('gives its address to other resources, made of the base URL and a reference', () => {
    const { router, stack } = newApp();
    const { endpointUrl } = new Webhook(stack, 'Ci', { router, name: 'CI' });

    expect(JSON.stringify(stack.resolve(endpointUrl))).toMatch(/"\/n\/",\{"Fn::GetAtt":\["Ci\w+","PublicId"\]\}/);
  });

  it.each<[string, RegExp, object]>([
    ['a blank name', /^Shop\/Ci: name must not be blank$/, { name: ' ' }],
    ['a name of 201 characters', /name must have at most 200/, { name: 'x'.repeat(201) }],
    ['a slug that is none', /slug must be a slug/, { slug: 'Not A Slug' }],
    ['a template that does not parse', /templates\.title .*\(line 1, column \d+\)/, { templates: { title: '{{ x' } }],
    ['a key that does not parse', /lifecycle\.key .*\(line 1/, { lifecycle: { key: '{% if %}' } }],
    ['half a second', /lifecycle\.autoResolveSeconds/, { lifecycle: { autoResolveSeconds: 90.5 } }],
    ['101 channels', /links must be at most 100/, { links: slugs(101) }],
    ['a channel twice', /links\[1\]\.channel is linked already/, { links: [...slugs(1), ...slugs(1)] }],
  ])('is refused at synthesis with %s', (_, message, wrong) => {
    const { router, stack } = newApp();

    expect(() => new Webhook(stack, 'Ci', { router, name: 'CI', ...wrong })).toThrow(message);
  });

  it('is refused with a channel of another router', () => {
    const { app, router, stack } = newApp();
    const other = new NotificationRouter(app, 'Other', { settings: { LIVE_STREAM: 'off' } });
    const channel = Channel.liveStream(stack, 'Screen', { router: other, name: 'Screen' });

    expect(() => new Webhook(stack, 'Ci', { router, name: 'CI', links: [{ channel }] })).toThrow(
      /is of another router/,
    );
  });

  it.each([
    [
      { account: '111122223333', region: 'us-east-1' },
      { account: '111122223333', region: 'eu-west-1' },
    ],
    [
      { account: '111122223333', region: 'us-east-1' },
      { account: '444455556666', region: 'us-east-1' },
    ],
  ])('is refused when its router is elsewhere: %j and %j', (place, elsewhere) => {
    const { router, stack } = newApp({ here: { env: place }, there: { env: elsewhere } });

    expect(() => new Webhook(stack, 'Ci', { router, name: 'CI' })).toThrow(
      /is in aws:\/\/111122223333\/us-east-1, but its router is in aws:\/\/\d{12}\/[\w-]+: both must be in one place/,
    );
  });

  it('may be in a stack of its own, in the stack of the router, and in its Region', () => {
    const env = { account: '111122223333', region: 'eu-west-1' };
    const { router, stack } = newApp({ here: { env }, there: { env } });
    new Webhook(stack, 'Ci', { router, name: 'CI' });
    new Webhook(router.router, 'Own', { router, name: 'Own' });

    expect(resourcesOfType(Template.fromStack(stack), WEBHOOK)).toHaveLength(1);
    expect(resourcesOfType(Template.fromStack(router.router), WEBHOOK)).toHaveLength(1);
  });
});

function slugs(count: number) {
  return Array.from({ length: count }, (_, n) => ({ channel: Channel.fromSlug(`channel-${n}`) }));
}

describe('a channel in code', () => {
  const slack = (botToken: SecretValue, more: object = {}) => ({
    name: 'Team',
    config: { botToken, channel: 'C0123456789' },
    ...more,
  });

  it('refers to its secret, which is in no template', () => {
    const { router, stack } = newApp();
    const secret = new Secret(stack, 'Token');
    Channel.slack(stack, 'Team', { router, ...slack(secret.secretValueFromJson('token')) });
    const template = Template.fromStack(stack);

    const [[secretId] = ['']] = resourcesOfType(template, 'AWS::SecretsManager::Secret');
    expect(entryOf(propertiesOf(template, CHANNEL))).toEqual({
      kind: 'slack',
      name: 'Team',
      config: { botToken: { secret: `secretsmanager:<${secretId}>:SecretString:token::` }, channel: 'C0123456789' },
    });
    expect(JSON.stringify(template.toJSON())).not.toContain('{{resolve:');
    expect(propertiesOf(template, 'AWS::IAM::Policy')['PolicyDocument']).toMatchObject({
      Statement: [{ Action: 'secretsmanager:GetSecretValue', Effect: 'Allow', Resource: { Ref: secretId } }],
    });
  });

  it('lets the provider function read nothing but the secrets that are named', () => {
    const { router, stack } = newApp();
    const suffixed = 'arn:aws:secretsmanager:us-east-1:111122223333:secret:shop-AbCdEf';
    const secrets = [
      SecretValue.secretsManager('shop/slack'),
      SecretValue.secretsManager(suffixed),
      SecretValue.ssmSecure('/shop/slack', '3'),
      Secret.fromSecretNameV2(stack, 'Known', 'shop/known').secretValue,
    ];
    secrets.forEach((secret, n) => Channel.slack(stack, `Team${n}`, { router, ...slack(secret) }));
    const template = Template.fromStack(stack);

    const { Statement } = Object(propertiesOf(template, 'AWS::IAM::Policy')['PolicyDocument']);
    const resources = Statement.flatMap(({ Resource }: { Resource: unknown }) => Resource);
    const texts = resources.map((resource: unknown) => JSON.stringify(resource));
    expect(texts).toHaveLength(4);
    expect(texts.filter((text: string) => text.includes(':secret:shop/slack-??????'))).toHaveLength(1);
    expect(texts).toContain(JSON.stringify(suffixed));
    expect(texts.filter((text: string) => text.includes(':parameter/shop/slack"'))).toHaveLength(1);
    expect(texts.filter((text: string) => text.includes(':secret:shop/known-??????'))).toHaveLength(1);
    expect(JSON.stringify(Statement)).not.toContain('*');
  });

  it('waits for the policy', () => {
    const { router, stack } = newApp();
    Channel.slack(stack, 'Team', { router, ...slack(SecretValue.secretsManager('shop/slack')) });

    const [[, channel] = []] = resourcesOfType(Template.fromStack(stack), CHANNEL);
    expect(Object(channel)['DependsOn']).toEqual([expect.stringMatching(/Policy/)]);
  });

  it.each([
    ['in the code', () => SecretValue.unsafePlainText('xoxb-0123456789')],
    [
      'in an attribute of a resource',
      (stack: Stack) => SecretValue.resourceAttribute(new CfnTopic(stack, 'Topic').attrTopicArn),
    ],
    ['beside other text', (stack: Stack) => SecretValue.unsafePlainText(`xoxb-${stack.stackId}`)],
  ])('is refused with a secret %s, without showing it', (_, secret) => {
    const { router, stack } = newApp();

    const make = () => Channel.slack(stack, 'Team', { router, ...slack(secret(stack)) });

    expect(make).toThrow(
      /^Shop\/Team: config\.botToken must be a SecretValue of Secrets Manager or of a SecureString parameter$/,
    );
  });

  it('is refused with what the API refuses', () => {
    const { router, stack } = newApp();
    const common = { router, name: 'X' };

    expect(() => Channel.webhook(stack, 'A', { ...common, config: { url: 'ftp://example.com' } })).toThrow(
      /config\.url/,
    );
    expect(() => Channel.slack(stack, 'B', { ...common, config: { channel: 'C0' } })).toThrow(/config/);
    expect(() => Channel.liveStream(stack, 'C', { ...common, updates: 'edit' })).toThrow(/updates/);
    expect(() => Channel.liveStream(stack, 'D', { ...common, retrySchedule: [0] })).toThrow(/retrySchedule/);
    expect(() => Channel.liveStream(stack, 'E', { ...common, retrySchedule: [] })).toThrow(/retrySchedule/);
  });

  it('takes what is known only when it is deployed', () => {
    const { router, stack } = newApp();
    const config = { topicArn: stack.formatArn({ service: 'sns', resource: 'orders' }) };

    expect(() => Channel.sns(stack, 'Topic', { router, name: 'Topic', config })).not.toThrow();
  });
});

describe('natural ends', () => {
  it('of an alarm is a topic that the webhook hears', () => {
    const { router, stack } = newApp();
    const webhook = new Webhook(stack, 'Alarms', { router, name: 'Alarms', preset: 'aws-sns' });
    const metric = new Metric({ namespace: 'Shop', metricName: 'Slow' });
    const alarm = new Alarm(stack, 'Slow', { metric, threshold: 1, evaluationPeriods: 1 });
    alarm.addAlarmAction(new RouterAlarmAction(webhook));
    alarm.addOkAction(new RouterAlarmAction(webhook));
    const template = Template.fromStack(stack);

    const [[topic] = ['']] = resourcesOfType(template, 'AWS::SNS::Topic');
    expect(propertiesOf(template, 'AWS::CloudWatch::Alarm')).toMatchObject({ AlarmActions: [{ Ref: topic }] });
    expect(propertiesOf(template, 'AWS::SNS::Subscription')).toMatchObject({
      Protocol: 'https',
      TopicArn: { Ref: topic },
    });
  });

  it('of a rule is an API destination', () => {
    const { router, stack } = newApp();
    const webhook = new Webhook(stack, 'Events', { router, name: 'Events', preset: 'aws-eventbridge' });
    for (const id of ['One', 'Two']) {
      new Rule(stack, id, {
        eventPattern: { source: [id] },
        targets: [new RouterTarget(webhook, { retryAttempts: 3 })],
      });
    }
    const template = Template.fromStack(stack);

    expect(resourcesOfType(template, 'AWS::Events::ApiDestination')).toHaveLength(1);
    expect(propertiesOf(template, 'AWS::Events::Rule', 'One')).toMatchObject({
      Targets: [{ RetryPolicy: { MaximumRetryAttempts: 3 } }],
    });
  });

  it('is refused where no message could arrive', () => {
    const { router, stack } = newApp();
    const guessing = new Webhook(stack, 'Guessing', { router, name: 'Guessing' });
    const locked = new Webhook(stack, 'Locked', { router, name: 'Locked', preset: 'aws-sns', requireApiKey: true });

    expect(() => guessing.topic).toThrow(/Shop\/Guessing: preset must be "aws-sns" for a topic/);
    expect(() => locked.topic).toThrow(/requireApiKey must be false for a topic/);
    expect(() => locked.destination).toThrow(/requireApiKey must be false for a rule/);
  });
});

describe('the provider function', () => {
  const { router, stack } = newApp();
  new Webhook(stack, 'A', { router, name: 'A' });
  new Webhook(stack, 'B', { router, name: 'B' });
  const template = Template.fromStack(router.router);

  it('is one for all webhooks and channels, and none where there are none', () => {
    const plain = newApp();
    new Topic(plain.stack, 'Topic');

    expect(resourcesOf(template).filter(([id]) => id.startsWith('ProviderFunction'))).not.toEqual([]);
    expect(resourcesOf(Template.fromStack(plain.router.router)).filter(([id]) => id.startsWith('Provider'))).toEqual(
      [],
    );
  });

  it('has exactly the variables that it reads', () => {
    const { Variables } = Object(propertiesOf(template, 'AWS::Lambda::Function', 'Provider')['Environment']);

    expect(Object.keys(Variables).sort()).toEqual(Object.keys(Env.shape).sort());
  });

  it('may do what it does and no more', () => {
    const { Statement } = Object(propertiesOf(template, 'AWS::IAM::Policy', 'ProviderFunctionRole')['PolicyDocument']);
    const actions: string[] = Statement.flatMap(({ Action }: { Action: unknown }) => Action);

    expect([...new Set(actions)].filter((action) => !action.startsWith('logs:')).sort()).toEqual([
      'dynamodb:ConditionCheckItem',
      'dynamodb:DeleteItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
      'kms:Decrypt',
      'kms:GenerateDataKey',
      'sqs:SendMessage',
    ]);
    expect(JSON.stringify(Statement)).not.toMatch(/"Resource":"\*"/);
  });
});
