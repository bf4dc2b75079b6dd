import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { ShopNotifications } from '../../examples/own-webhooks.ts';
import { createCdkApp } from '../../lib/config/cdk-app.ts';
import type { SettingsInput } from '../../lib/config/settings-input.ts';
import { NotificationRouter } from '../../lib/notification-router.ts';

interface Report {
  readonly pluginReports: readonly {
    readonly violations: readonly {
      readonly ruleName: string;
      readonly violatingConstructs: readonly { readonly constructPath: string }[];
    }[];
  }[];
}

/** Findings of both packs, errors and warnings, that nobody acknowledged, and everything that was acknowledged. */
function check(settings: SettingsInput, change: (router: NotificationRouter) => unknown = () => {}) {
  const outdir = mkdtempSync(join(tmpdir(), 'nag-'));
  try {
    const app = createCdkApp({ outdir, context: { 'aws:cdk:disable-asset-staging': true } });
    change(new NotificationRouter(app, 'NotificationRouter', { settings }));
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
    try {
      app.synth();
    } catch {
      // Findings that are errors stop the synthesis; the report has them.
    }
    const report: Report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8'));
    return { findings: findingsOf(report), reasons: reasonsIn(app) };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

const findingsOf = ({ pluginReports }: Report): string[] =>
  pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
    ),
  );

const reasonsIn = (root: IConstruct): string[] =>
  root.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
    .flatMap(({ data }) => Object.values<string>(data));

const EVERYTHING = {
  BILLING: 'plans',
  LIVE_STREAM_SOURCE: 'kinesis',
  OIDC_ISSUER: 'https://login.example.com/',
  OIDC_CLIENT_ID: 'abc',
  DOMAIN_NAME: 'notify.example.com',
  CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:111122223333:certificate/a',
  WAF_RATE_LIMIT: 2000,
  ORIGIN_SECRETS: 'old,new',
  DELIVERY_CONCURRENCY: 6,
  INGEST_RESERVED_CONCURRENCY: 100,
  AWS_TARGETS: 'arn:aws:sns:*:111122223333:*,arn:aws:sqs:*:*:*,arn:aws:events:eu-west-1:111122223333:event-bus/a',
  STEP_FUNCTIONS: 'arn:aws:states:us-east-1:111122223333:stateMachine:Deploy',
  TRACING: 'on',
  OTHER_APPS: 'on',
  ALARM_TOPIC_ARN: 'arn:aws:sns:us-east-1:111122223333:on-call',
};

// The first one bundles all code, which takes a minute on a machine that does other things.
describe('cdk-nag', { timeout: 180_000 }, () => {
  it.each<[string, SettingsInput]>([
    ['by default', {}],
    ['with everything that settings can add', EVERYTHING],
    ['without Live Stream', { LIVE_STREAM: 'off' }],
  ])('has nothing to object to %s that is not answered', (_, settings) => {
    const { findings, reasons } = check(settings);

    expect(findings).toEqual([]);
    expect(reasons.length).toBeGreaterThan(5);
    for (const reason of reasons) expect(reason).toMatch(/^[A-Z].{30,}/);
  });

  it('has nothing to object to webhooks, channels, an alarm and a rule in code', () => {
    const { findings } = check({ LIVE_STREAM: 'off' }, (router) => {
      const { scope } = router.node;
      return scope && new ShopNotifications(scope, 'Shop', router);
    });

    expect(findings).toEqual([]);
  });

  it('has nothing to object to the same with a router of another app', () => {
    const { findings } = check({ LIVE_STREAM: 'off' }, ({ node: { scope }, router }) => {
      const imported = NotificationRouter.fromStackName(router, 'Imported', 'Other');
      return scope && new ShopNotifications(scope, 'Shop', imported);
    });

    expect(findings).toEqual([]);
  });

  it('objects by both packs to a bucket and a queue that somebody adds without a thought', () => {
    const { findings } = check({ LIVE_STREAM: 'off' }, ({ router }) => [
      new Bucket(router, 'Careless'),
      new Queue(router, 'Hasty', { enforceSSL: true }),
    ]);

    expect(findings).toEqual([
      'AwsSolutions-S1 at NotificationRouter/Router/Careless/Resource',
      'AwsSolutions-S10 at NotificationRouter/Router/Careless/Resource',
      'AwsSolutions-SQS3 at NotificationRouter/Router/Hasty/Resource',
      'Serverless-SQSRedrivePolicy at NotificationRouter/Router/Hasty/Resource',
    ]);
  });
});
