/**
 * A router, and an app with its own webhooks and channels in code: an alarm and a rule that send to them, a state machine
 * that asks people, and addresses for a pipeline, a shop and a job.
 *
 * On this machine: `npm start -- examples/own-webhooks.ts`, with `{"own-webhooks/slack-bot-token": "xoxb-…"}` in
 * `.local/secrets.json`. On AWS: `npx cdk deploy --all --app 'node examples/own-webhooks.ts'`, with a secret of that name.
 */
import { App, Aws, Duration, SecretValue, Stack, Validations } from 'aws-cdk-lib';
import { Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule } from 'aws-cdk-lib/aws-events';
import { Choice, Condition, DefinitionBody, JsonPath, Pass, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import {
  AskTask,
  Channel,
  Filter,
  type IRouter,
  NotificationRouter,
  RouterAlarmAction,
  RouterTarget,
  Webhook,
} from '../lib/index.ts';

/** Everything that the shop tells somebody. */
export class ShopNotifications extends Stack {
  constructor(scope: Construct, id: string, router: IRouter) {
    super(scope, id, { description: 'Shop: who is told what' });
    const screen = Channel.liveStream(this, 'Screen', { router, name: 'Screen in the office', slug: 'screen' });
    const team = Channel.slack(this, 'Team', {
      router,
      name: 'Team',
      slug: 'team',
      config: { botToken: SecretValue.secretsManager('own-webhooks/slack-bot-token'), channel: 'C0123456789' },
    });
    const archive = Channel.webhook(this, 'Archive', {
      router,
      name: 'Archive',
      slug: 'archive',
      config: { url: 'https://archive.example.com/notifications' },
    });

    new Webhook(this, 'Pipeline', {
      router,
      name: 'Pipeline',
      slug: 'pipeline',
      preset: 'github',
      links: [{ channel: screen }, { channel: team, filter: Filter.path('workflow_run.conclusion').is('failure') }],
    });
    new Webhook(this, 'Orders', {
      router,
      name: 'Orders',
      slug: 'orders',
      templates: { title: 'Order {{ order.number }}', priority: '{{ order.priority }}' },
      links: [
        { channel: screen },
        { channel: archive, filter: Filter.priority.atLeast(4).and(Filter.path('order.total').above(100)) },
      ],
    });
    new Webhook(this, 'Backup', {
      router,
      name: 'Nightly backup',
      slug: 'backup',
      lifecycle: { key: 'backup', autoResolveSeconds: 86_400 },
      links: [{ channel: screen }, { channel: team }],
    });

    const alarms = new Webhook(this, 'Alarms', {
      router,
      name: 'Alarms',
      slug: 'alarms',
      preset: 'aws-sns',
      links: [{ channel: archive }, { channel: team, filter: Filter.not(Filter.tags.any('quiet')) }],
    });
    new Alarm(this, 'SlowCheckout', {
      metric: new Metric({ namespace: 'Shop', metricName: 'CheckoutTime', period: Duration.minutes(5) }),
      threshold: 2000,
      evaluationPeriods: 1,
    }).addAlarmAction(new RouterAlarmAction(alarms));

    const events = new Webhook(this, 'Events', {
      router,
      name: 'Events',
      slug: 'events',
      preset: 'aws-eventbridge',
      links: [{ channel: archive }],
    });
    const refunds = new Rule(this, 'Refunds', {
      eventPattern: { source: ['shop'], detailType: ['Refund'] },
      targets: [new RouterTarget(events)],
    });
    const reason = 'EventBridge tries for a day; a refund that is told later helps nobody.';
    Validations.of(refunds).acknowledge({ id: 'Serverless-EventBusDLQ', reason });

    const approvals = new Webhook(this, 'Approvals', {
      router,
      name: 'Approvals',
      slug: 'approvals',
      requireApiKey: true,
      links: [{ channel: team, answers: true }],
    });
    const ask = new AskTask(this, 'Large refund?', {
      webhook: approvals,
      // Issued on the page, once the webhook is there.
      apiKey: SecretValue.secretsManager('own-webhooks/approvals-key'),
      title: 'Refund?',
      message: JsonPath.format('{} to {}', JsonPath.stringAt('$.amount'), JsonPath.stringAt('$.customer')),
      options: [
        { id: 'yes', label: 'Approve', style: 'primary' },
        { id: 'no', label: 'Reject', style: 'danger' },
      ],
      expiresIn: Duration.hours(1),
      onExpiry: 'no',
      resultPath: '$.decision',
    });
    const decided = new Choice(this, 'Approved?')
      .when(Condition.stringEquals('$.decision.option', 'yes'), new Pass(this, 'Pay back'))
      .otherwise(new Pass(this, 'Keep'));
    const refund = new StateMachine(this, 'Refund', {
      stateMachineName: 'Refund',
      definitionBody: DefinitionBody.fromChainable(ask.next(decided)),
    });
    const history = 'The history of an execution says all that this example needs to know.';
    Validations.of(refund).acknowledge(
      { id: 'AwsSolutions-SF1', reason: history },
      { id: 'AwsSolutions-SF2', reason: history },
      { id: 'Serverless-StepFunctionStateMachineXray', reason: history },
    );
  }
}

if (import.meta.main) {
  const app = new App();
  const router = new NotificationRouter(app, 'NotificationRouter', {
    settings: { STEP_FUNCTIONS: `arn:${Aws.PARTITION}:states:${Aws.REGION}:${Aws.ACCOUNT_ID}:stateMachine:Refund` },
  });
  new ShopNotifications(app, 'Shop', router);
  app.synth();
}
