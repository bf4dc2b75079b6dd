import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack, Stage } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, describe, expect, it } from 'vitest';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { createCdkApp } from '../../lib/config/cdk-app.ts';
import { settingsFrom } from '../../lib/config/settings.ts';
import { configOf } from '../../lib/config/stages.ts';
import { InvalidSetting, NotificationRouter, NotificationRouterStage } from '../../lib/index.ts';
import { pipeline } from '../../examples/pipeline.ts';
import { resourcesOf } from './synthesize.ts';

const OUTPUT = mkdtempSync(join(tmpdir(), 'router-'));
let runs = 0;

/** An app of somebody else: without our feature flags. */
const foreignApp = () =>
  new App({
    analyticsReporting: false,
    outdir: join(OUTPUT, String((runs += 1))),
    context: { 'aws:cdk:disable-asset-staging': true },
  });

const stackNames = (stage: Stage) => stage.synth().stacksRecursively.map(({ stackName }) => stackName);

/** Names that must be unique in an account although nobody chose them: CloudFront's. */
const edgeNames = (router: NotificationRouter): string[] =>
  resourcesOf(Template.fromStack(router.router))
    .filter(([, { Type }]) => Type.startsWith('AWS::CloudFront::') && Type !== 'AWS::CloudFront::Distribution')
    .map(([, { Properties }]) => JSON.stringify(Properties).match(/"Name":("[^"]+"|{.+?}})/)?.[1] ?? '');

// The first one bundles all code, which takes a minute on a machine that does other things.
describe('the router as a construct', { timeout: 180_000 }, () => {
  afterAll(() => rmSync(OUTPUT, { recursive: true }));

  it('stands twice in the stage of another app, each with stacks of its own', () => {
    const stage = new Stage(foreignApp(), 'Prod', { env: { account: '111122223333', region: 'eu-central-1' } });

    const routers = ['Team', 'Company'].map(
      (id) => new NotificationRouter(stage, id, { settings: { LIVE_STREAM: 'off', WAF_RATE_LIMIT: 1000 } }),
    );

    const parts = ['Data', 'Firewall', '', 'Observability'];
    expect(stackNames(stage).sort()).toEqual(
      ['Prod-Team', 'Prod-Company'].flatMap((name) => parts.map((part) => name + part)).sort(),
    );
    const [team, company] = routers.map(({ data }) => resourcesOf(Template.fromStack(data)).map(([id]) => id));
    expect(team).toEqual(company);
    const names = routers.flatMap(edgeNames);
    expect(names).not.toContain('');
    expect(names).toHaveLength(new Set(names).size);
  });

  it('has the same templates in an app with other feature flags', () => {
    const inverted = Object.entries(cdkJson.context).map(([flag, value]) => [flag, value === true ? false : value]);
    const inApp = (context: object): unknown[] => {
      const app = new App({ analyticsReporting: false, outdir: join(OUTPUT, String((runs += 1))), context });
      const { data, router } = new NotificationRouter(app, 'Router', { settings: { LIVE_STREAM: 'off' } });
      return [data, router].map((stack) => Template.fromStack(stack).toJSON());
    };
    const staging = { 'aws:cdk:disable-asset-staging': true };

    expect(inApp({ ...staging, ...Object.fromEntries(inverted) })).toEqual(inApp(staging));
  });

  it('puts its stacks where it is told, but the firewall, which CloudFront looks for in us-east-1', () => {
    const env = { account: '111122223333', region: 'eu-central-1' };

    const router = new NotificationRouter(foreignApp(), 'Router', {
      env,
      settings: { LIVE_STREAM: 'off', WAF_RATE_LIMIT: 1000 },
    });

    expect([router.data.region, router.router.region]).toEqual(['eu-central-1', 'eu-central-1']);
    expect([router.firewall?.region, router.firewall?.account]).toEqual(['us-east-1', '111122223333']);
    expect(router.router.dependencies).toContain(router.firewall);
  });

  it('adds no stack when a setting is not allowed, or is none', () => {
    const app = foreignApp();
    const misspelt: object = { LIVE_STREM: 'off' };

    expect(() => new NotificationRouter(app, 'Router', { settings: { BILLING: 'x' } })).toThrow(InvalidSetting);
    expect(() => new NotificationRouter(app, 'Router', { settings: misspelt })).toThrow(
      /^LIVE_STREM: off is not allowed; the settings are BILLING, /,
    );
    expect(app.node.findAll().filter((it) => Stack.isStack(it))).toEqual([]);
  });
});

describe('the topic of alarms', () => {
  const ALARM_TOPIC_ARN = 'arn:aws:sns:eu-west-1:111122223333:on-call';
  const settings = { LIVE_STREAM: 'off', ALARM_TOPIC_ARN };
  const env = { account: '111122223333', region: 'eu-central-1' };

  it.each([
    ['its own', (app: App) => new NotificationRouter(app, 'Router', { env, settings })],
    ['that of its stage', (app: App) => new NotificationRouterStage(app, 'Prod', { env, settings })],
  ])('must lie in the Region of the router: %s', (_, add) => {
    expect(() => add(foreignApp())).toThrow(
      `ALARM_TOPIC_ARN: ${ALARM_TOPIC_ARN} is not allowed; it must lie in eu-central-1, where the alarms are`,
    );
  });
});

describe('state machines whose tasks wait for answers', () => {
  const STEP_FUNCTIONS = 'arn:aws:states:eu-west-1:111122223333:stateMachine:Deploy';
  const settings = { LIVE_STREAM: 'off', STEP_FUNCTIONS };

  it.each([
    ['another Region', { account: '111122223333', region: 'eu-central-1' }],
    ['another account', { account: '444455556666', region: 'eu-west-1' }],
  ])('cannot lie in %s: nobody could end their tasks', (_, env) => {
    const expected = `STEP_FUNCTIONS: ${STEP_FUNCTIONS} is not allowed; it must lie in the account and Region of the router`;

    expect(() => new NotificationRouter(foreignApp(), 'Router', { env, settings })).toThrow(expected);
    expect(() => new NotificationRouterStage(foreignApp(), 'Prod', { env, settings })).toThrow(expected);
  });

  it('can lie where the router is, or where nobody knows yet that it is', () => {
    const env = { account: '111122223333', region: 'eu-west-1' };

    expect(() => new NotificationRouter(foreignApp(), 'Router', { env, settings })).not.toThrow();
    expect(() => new NotificationRouter(foreignApp(), 'Router', { settings })).not.toThrow();
  });
});

describe('stages', { timeout: 180_000 }, () => {
  it.each(readdirSync('config').map((file) => file.replace(/\.ts$/, '')))(
    'has a config for %s that is valid, over which -c wins',
    async (stage) => {
      const app = createCdkApp({ context: { stage, WEBHOOK_MAX_HOPS: '7' } });

      const config = await configOf(app.node);

      expect(settingsFrom(config.settings ?? {})).toMatchObject({ WEBHOOK_MAX_HOPS: 7 });
    },
  );

  it.each(['qa', '../bin/app', ''])('has none for "%s"', async (stage) => {
    const app = createCdkApp({ context: { stage } });

    await expect(configOf(app.node)).rejects.toThrow(
      /^stage: .* is not allowed; it must be one of the files in config\//,
    );
  });

  it('holds one router with an account of its own', () => {
    const app = foreignApp();

    const { router } = new NotificationRouterStage(app, 'Prod', {
      env: { account: '111122223333', region: 'eu-central-1' },
      settings: { LIVE_STREAM: 'off' },
    });

    expect([router.data.stackName, router.data.account]).toEqual(['Prod-NotificationRouterData', '111122223333']);
  });

  it('go one after the other through the pipeline of the example', () => {
    const app = foreignApp();

    const [{ Properties } = { Properties: {} }] = resourcesOf(Template.fromStack(pipeline(app)))
      .filter(([, { Type }]) => Type === 'AWS::CodePipeline::Pipeline')
      .map(([, resource]) => resource);

    const { Stages } = Object(Properties);
    const assemblies = app.synth().nestedAssemblies.map(({ nestedAssembly }) => nestedAssembly.manifest);
    // Nothing is looked up in an account that is known.
    expect(assemblies.map(({ missing }) => missing)).toEqual([undefined, undefined]);
    expect(Stages.map(({ Name }: { Name: string }) => Name)).toEqual([
      'Source',
      'Build',
      'UpdatePipeline',
      'Assets',
      'Dev',
      'Prod',
    ]);
  });
});
