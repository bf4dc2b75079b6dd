import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, SecretValue, Stack, type StackProps } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, describe, expect, it } from 'vitest';
import { createCdkApp } from '../../../lib/config/cdk-app.ts';
import { RUNNER_SETTINGS } from '../../../lib/config/runner-settings.ts';
import type { SettingsInput } from '../../../lib/config/settings-input.ts';
import { AskTask, Channel, type IRouter, NotificationRouter, Webhook } from '../../../lib/index.ts';
import { propertiesOf, resourcesOf, resourcesOfType } from '../synthesize.ts';

const WEBHOOK = 'Custom::NotificationRouterWebhook';
const CHANNEL = 'Custom::NotificationRouterChannel';
const PROVIDER_FUNCTION = { 'Fn::ImportValue': 'NotificationRouter:ProviderFunction' };
const PROVIDER_ROLE = { 'Fn::ImportValue': 'NotificationRouter:ProviderRole' };
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

function newApp(context: Record<string, unknown> = {}): App {
  const outdir = mkdtempSync(join(tmpdir(), 'imported-router-'));
  folders.push(outdir);
  return createCdkApp({ outdir, context: { 'aws:cdk:disable-asset-staging': true, ...context } });
}

const routerOf = (app: App, settings: SettingsInput = {}) =>
  new NotificationRouter(app, 'NotificationRouter', { settings: { LIVE_STREAM: 'off', ...settings } });

/** A stack of an app without a router. */
function newShop({ props = {}, context = {} }: { props?: StackProps; context?: Record<string, unknown> } = {}) {
  const app = newApp(context);
  const stack = new Stack(app, 'Shop', props);
  return {
    app,
    stack,
    importRouter: (id = 'Router') => NotificationRouter.fromStackName(stack, id, 'NotificationRouter'),
  };
}

const team = (router: IRouter, secret = 'shop/slack') => ({
  router,
  name: 'Team',
  config: { botToken: SecretValue.secretsManager(secret), channel: 'C0123456789' },
});

const secretPolicy = (stack: Stack): Record<string, unknown> =>
  propertiesOf(Template.fromStack(stack), 'AWS::IAM::Policy', 'SecretsFor');

describe('a router with OTHER_APPS', () => {
  const template = Template.fromStack(routerOf(newApp(), { OTHER_APPS: 'on' }).router);
  const exported = Object.entries(template.findOutputs('*')).flatMap(([, { Export, Value }]) =>
    Export === undefined ? [] : [[Export.Name, Value] as const],
  );

  it('has a provider function without webhooks of its own, and exports what stacks of other apps import', () => {
    const ofProvider = (type: string) => resourcesOfType(template, type).find(([id]) => id.startsWith('Provider'))?.[0];
    const [functionId, roleId] = [ofProvider('AWS::Lambda::Function'), ofProvider('AWS::IAM::Role')];

    expect(functionId).toBeDefined();
    expect(roleId).toBeDefined();
    expect(Object.fromEntries(exported)).toEqual({
      'NotificationRouter:ProviderFunction': { 'Fn::GetAtt': [functionId, 'Arn'] },
      'NotificationRouter:ProviderRole': { Ref: roleId },
    });
  });

  it('exports nothing and has no such function without the setting', () => {
    const plain = Template.fromStack(routerOf(newApp()).router);

    expect(Object.values(plain.findOutputs('*')).filter(({ Export }) => Export !== undefined)).toEqual([]);
    expect(resourcesOf(plain).filter(([id]) => id.startsWith('Provider'))).toEqual([]);
  });

  it('gives every value that an importing stack asks for', () => {
    const { stack, importRouter } = newShop();
    const router = importRouter();
    new Webhook(stack, 'Ci', { router, name: 'CI', links: [{ channel: Channel.slack(stack, 'Team', team(router)) }] });

    const text = JSON.stringify(Template.fromStack(stack).toJSON());
    const imported = [...text.matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name]) => name);
    expect(new Set(imported)).toEqual(new Set(exported.map(([name]) => name)));
  });
});

describe('webhooks and channels of a router of another app', () => {
  it('are made by its provider function, which tells the address', () => {
    const { stack, importRouter } = newShop();
    const webhook = new Webhook(stack, 'Ci', { router: importRouter(), name: 'CI' });

    const [[id] = ['']] = resourcesOfType(Template.fromStack(stack), WEBHOOK);
    expect(propertiesOf(Template.fromStack(stack), WEBHOOK)['ServiceToken']).toEqual(PROVIDER_FUNCTION);
    expect(stack.resolve(webhook.endpointUrl)).toEqual({
      'Fn::Join': ['', [{ 'Fn::GetAtt': [id, 'PublicBaseUrl'] }, '/n/', { 'Fn::GetAtt': [id, 'PublicId'] }]],
    });
  });

  it('have a policy in their own stack that lets its role read their secrets and nothing else', () => {
    const { stack, importRouter } = newShop();
    Channel.slack(stack, 'Team', team(importRouter()));

    expect(secretPolicy(stack)).toMatchObject({
      Roles: [PROVIDER_ROLE],
      PolicyDocument: { Statement: [{ Action: 'secretsmanager:GetSecretValue', Effect: 'Allow' }] },
    });
    const { Statement } = Object(secretPolicy(stack)['PolicyDocument']);
    expect(Statement).toHaveLength(1);
    expect(JSON.stringify(Statement[0].Resource)).toContain(':secret:shop/slack-??????');
    const [[, channel] = []] = resourcesOfType(Template.fromStack(stack), CHANNEL);
    expect(Object(channel)['DependsOn']).toEqual([expect.stringMatching(/^SecretsForNotificationRouter/)]);
  });

  it('may ask for tasks of state machines', () => {
    const { stack, importRouter } = newShop();
    const links = [{ channel: Channel.fromSlug('ops'), answers: true }];
    const webhook = new Webhook(stack, 'Ask', { router: importRouter(), name: 'Ask', requireApiKey: true, links });
    new AskTask(stack, 'Refund?', {
      webhook,
      apiKey: SecretValue.secretsManager('shop/key'),
      message: 'Refund?',
      options: [{ id: 'yes', label: 'Yes' }],
    });

    const { Variables } = Object(propertiesOf(Template.fromStack(stack), 'AWS::Lambda::Function')['Environment']);
    expect(Variables.PUBLIC_BASE_URL).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^Ask/), 'PublicBaseUrl'] });
  });

  it('may import it several times: it is the same router, with one policy for each stack', () => {
    const { stack, importRouter } = newShop();
    const [one, other] = [importRouter('One'), importRouter('Other')];
    const channel = Channel.slack(stack, 'A', team(one, 'shop/a'));
    Channel.slack(stack, 'B', team(other, 'shop/b'));
    new Webhook(stack, 'Ci', { router: other, name: 'CI', links: [{ channel }] });

    const { Statement } = Object(secretPolicy(stack)['PolicyDocument']);
    expect(JSON.stringify(Statement)).toMatch(/shop\/a-.*shop\/b-/);
  });

  it('are refused with a channel of another router', () => {
    const { stack, importRouter } = newShop();
    const another = NotificationRouter.fromStackName(stack, 'Another', 'prod-NotificationRouter');
    const channel = Channel.slack(stack, 'Team', team(another));

    expect(() => new Webhook(stack, 'Ci', { router: importRouter(), name: 'CI', links: [{ channel }] })).toThrow(
      /^Shop\/Ci: links\[0\]\.channel is of another router$/,
    );
  });

  it.each([
    ['Region', { account: '111122223333', region: 'us-east-1' }],
    ['account', { account: '444455556666', region: 'eu-west-1' }],
  ])('are refused where it is imported in another %s', (_, env) => {
    const { app, importRouter } = newShop({ props: { env: { account: '111122223333', region: 'eu-west-1' } } });
    const elsewhere = new Stack(app, 'Elsewhere', { env });

    expect(() => new Webhook(elsewhere, 'Ci', { router: importRouter(), name: 'CI' })).toThrow(
      /^Elsewhere\/Ci: is in aws:\/\/\S+, but its router is in aws:\/\/111122223333\/eu-west-1: both must be in one place$/,
    );
  });
});

describe('a router of another app', () => {
  it.each([
    '',
    'Notification Router',
    '1st',
    'x'.repeat(129),
    'arn:aws:lambda:eu-west-1:111122223333:function:provider',
  ])('is refused by what is no name of a stack: %j', (stackName) => {
    const { stack } = newShop();

    expect(() => NotificationRouter.fromStackName(stack, 'Router', stackName)).toThrow(
      'Shop/Router: needs the name of the main stack of its router, such as NotificationRouter',
    );
  });

  it('is refused under the local runner, which has none', () => {
    const { importRouter } = newShop({ context: { [RUNNER_SETTINGS]: {} } });

    expect(() => importRouter()).toThrow(
      /^Shop\/Router: is the router of another app, which the local runner does not have: use a NotificationRouter of this app$/,
    );
  });
});

describe('the policies for secrets', () => {
  it('of two stacks have two names, or one would overwrite the other', () => {
    const app = newApp();
    const router = routerOf(app);
    const stacks = ['Shop', 'Store'].map((id) => new Stack(app, id));
    for (const stack of stacks) Channel.slack(stack, 'Team', team(router));

    expect(stacks.map((stack) => secretPolicy(stack)['PolicyName'])).toEqual(['Shop', 'Store']);
  });
});
