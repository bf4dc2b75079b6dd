import { once } from 'node:events';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { dockerSteps, installAsDocker, pack, ROOT, run, start, templatesIn, within, type Packed } from './consumer.ts';

const MOST_BYTES = 15_000_000;
/** A bare Node takes about 40 ms, and the command may take 150. */
const MOST_TIMES_BARE_NODE = 3.75;
const RUNS = 7;
const CDK = join(ROOT, 'node_modules/aws-cdk/bin/cdk');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
/** Templates say where a construct stands and who made them unless an app wants neither; the repository's does not. */
const CDK_JSON = { versionReporting: false, pathMetadata: false, assetMetadata: false, notices: false };

const APP = `
import { App } from 'aws-cdk-lib';
import { NotificationRouter, NotificationRouterStage, type SettingsInput } from 'notification-router';
import { createRouterClient } from 'notification-router/client';

const settings: SettingsInput = {};
const app = new App();
const router: NotificationRouter = new NotificationRouter(app, 'NotificationRouter', { settings });
export const name: string = router.data.stackName;
export const call = () => createRouterClient({ url: 'https://notify.example.com', token: 'x' }).GET('/api/v1/me');
export const stage = () => new NotificationRouterStage(app, 'Prod');
`;

/** An app of somebody with webhooks and channels of their own. */
const OWN = `
import { App, SecretValue, Stack } from 'aws-cdk-lib';
import { Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule } from 'aws-cdk-lib/aws-events';
import { Channel, Filter, NotificationRouter, RouterAlarmAction, RouterTarget, Webhook } from 'notification-router';

const app = new App();
const router = new NotificationRouter(app, 'NotificationRouter');
const stack = new Stack(app, 'Shop');
const channel = Channel.slack(stack, 'Team', {
  router,
  name: 'Team',
  config: { botToken: SecretValue.secretsManager('shop/slack'), channel: 'C0123456789' },
});
const links = [{ channel, filter: Filter.priority.atLeast(3).and(Filter.path('env').is('prod')) }];
const alarms = new Webhook(stack, 'Alarms', { router, name: 'Alarms', preset: 'aws-sns', links });
const metric = new Metric({ namespace: 'Shop', metricName: 'Slow' });
new Alarm(stack, 'Slow', { metric, threshold: 1, evaluationPeriods: 1 }).addAlarmAction(new RouterAlarmAction(alarms));
new Rule(stack, 'Refunds', { eventPattern: { source: ['shop'] }, targets: [new RouterTarget(alarms)] });
`;

/** Above the types. */
const CONSTRUCTS = `# The constructs

What the package \`notification-router\` declares to a CDK app: made from the sources, and what its versions promise. Nothing
else of the package may be relied on.

`;

let packed: Packed;
let consumer: string;

beforeAll(async () => {
  packed = await pack();
  consumer = await installAsDocker(packed.file);
  await writeFile(join(consumer, 'cdk.json'), JSON.stringify(CDK_JSON));
});

describe('the package', () => {
  it('is small, and holds what runs and nothing to build it from', () => {
    const sources = packed.paths.filter((path) => /\.tsx?$/.test(path) && !/\.d\.[mc]ts$/.test(path));

    expect(packed.size).toBeLessThan(MOST_BYTES);
    expect(sources).toEqual([]);
    expect(packed.paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md', 'bin/notify.js']));
  });

  it('brings no package along but the engine and the Node of the platform', async () => {
    const manifest = JSON.parse(
      await readFile(join(consumer, 'node_modules/notification-router/package.json'), 'utf8'),
    );
    const lock = JSON.parse(await readFile(join(consumer, 'package-lock.json'), 'utf8'));
    const names = Object.keys(lock.packages).filter((path) => /^node_modules\/(?!aws-cdk-lib\/)/.test(path));

    expect(manifest.dependencies).toBeUndefined();
    expect(names.map((path) => path.slice('node_modules/'.length))).not.toContain('esbuild');
    expect(names.filter((path) => !/\/(@aws-cdk\/|@dynoxide\/|node-)/.test(path)).sort()).toEqual([
      'node_modules/aws-cdk-lib',
      'node_modules/constructs',
      'node_modules/notification-router',
    ]);
  });

  it('says whose code is in it', async () => {
    const notice = await readFile(
      join(consumer, 'node_modules/notification-router/dist/package/third-party-licenses.txt'),
      'utf8',
    );

    for (const name of ['zod', 'commander', 'oidc-provider', '@aws-sdk/client-dynamodb', '@modelcontextprotocol/sdk'])
      expect(notice).toContain(`\n${name} `);
  });
});

describe('the types of the package', () => {
  const declared = (name: string) =>
    readFile(join(consumer, `node_modules/notification-router/dist/package/${name}.d.mts`), 'utf8');

  // A change of this page is a change of the public API: minor if it adds something, major otherwise.
  it('are what docs/constructs.md shows; if the change is meant, run this test with -u', async () => {
    const index = await declared('index');

    await expect(`${CONSTRUCTS}\`\`\`ts\n${index.trim()}\n\`\`\`\n`).toMatchFileSnapshot(
      join(ROOT, 'docs/constructs.md'),
    );
  });

  it('need no package but the CDK, and have the client', async () => {
    const client = await declared('client');
    const texts = (await declared('index')) + client;

    const packages = [...texts.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, name = '']) => name);
    expect(packages.filter((name) => !/^(aws-cdk-lib|constructs)(\/|$)/.test(name))).toEqual([]);
    expect(client).toContain('export declare function createRouterClient(');
  });
});

describe('an app that uses the package', () => {
  let ours: Record<string, unknown>;

  beforeAll(async () => {
    const own = join(consumer, 'ours.out');
    await run(ROOT, 'npx', 'cdk', 'synth', '--quiet', '--output', own);
    ours = await templatesIn(own);
    for (const extension of ['mts', 'cts']) {
      await writeFile(join(consumer, `app.${extension}`), APP);
      await writeFile(join(consumer, `own.${extension}`), OWN);
    }
    const [, shown = ''] = /```ts\n([^]*?)```/.exec(await readFile(join(ROOT, 'README.md'), 'utf8')) ?? [];
    await writeFile(join(consumer, 'readme.mts'), shown);
    const strict = ['--strict', '--skipLibCheck', 'false', '--types', ''];
    const module = ['--module', 'nodenext', '--target', 'esnext', '--outDir', 'out'];
    const apps = ['app.mts', 'app.cts', 'own.mts', 'own.cts', 'readme.mts'];
    await run(consumer, process.execPath, TSC, ...strict, ...module, ...apps);
  });

  it.each([
    ['imports', 'app.mjs'],
    ['requires', 'app.cjs'],
  ])('and %s it gets the templates and assets of the repository', async (_, file) => {
    const output = join(consumer, `${file}.out`);
    await run(consumer, process.execPath, CDK, 'synth', '--quiet', '--app', `node out/${file}`, '--output', output);
    const theirs = await templatesIn(output);

    expect(Object.keys(theirs)).toHaveLength(8);
    expect(theirs).toEqual(ours);
  });

  it.each([
    ['imports', 'own.mjs'],
    ['requires', 'own.cjs'],
  ])('and %s it declares webhooks and channels of its own, and finds mistakes at once', async (_, file) => {
    const output = join(consumer, `${file}.out`);
    await run(consumer, process.execPath, CDK, 'synth', '--quiet', '--app', `node out/${file}`, '--output', output);
    const { 'Shop.template.json': shop } = await templatesIn(output);
    const wrong = `const { Filter } = await import('notification-router'); Filter.path('a..b').exists();`;

    const types = Object.values<{ Type: string }>(Object(shop).Resources).map(({ Type }) => Type);
    expect(types).toEqual(
      expect.arrayContaining([
        'Custom::NotificationRouterChannel',
        'Custom::NotificationRouterWebhook',
        'AWS::SNS::Subscription',
        'AWS::Events::ApiDestination',
      ]),
    );
    expect(JSON.stringify(shop)).not.toContain('{{resolve:');
    await expect(run(consumer, 'node', '--input-type=module', '--eval', wrong)).rejects.toThrow(/InvalidDeclaration/);
  });

  it('is as short as in the README', async () => {
    const output = join(consumer, 'readme.out');
    await run(consumer, process.execPath, CDK, 'synth', '--quiet', '--app', 'node out/readme.mjs', '--output', output);

    expect(Object.keys(await templatesIn(output)).filter((name) => name.endsWith('.template.json'))).toHaveLength(3);
  });
});

describe('the command of the package', () => {
  it('starts a router as the Dockerfile does, is used by whatever Node there is, and stops', async () => {
    const steps = await dockerSteps();
    const [program = '', ...words] = JSON.parse(steps.at(-1)?.text ?? '');
    const router = start(consumer, { PORT: '0', LISTEN_ADDRESS: '0.0.0.0' }, join(consumer, program), ...words);
    const ended = once(router, 'exit');
    let printed = '';
    for (const stream of [router.stdout, router.stderr]) stream.on('data', (part) => (printed += String(part)));
    while (!printed.includes('First notification:') && router.exitCode === null) await delay(50);
    const { baseUrl, webhookUrl, managementToken } = JSON.parse(
      await readFile(join(consumer, '.local/credentials.json'), 'utf8'),
    );

    const page = await fetch(`${baseUrl}/`);
    const sent = await notify({ NOTIFY_ENDPOINT: webhookUrl }, 'send', 'Hello');
    const document = await notify({ NOTIFY_URL: baseUrl, NOTIFY_TOKEN: managementToken }, 'config', 'export');
    router.kill('SIGTERM');
    const [status] = await ended;

    expect(steps.at(-1)?.keyword).toBe('CMD');
    expect(printed).toContain(`Base URL     ${baseUrl}\n`);
    expect(page.status).toBe(200);
    expect(sent).toMatch(/^msg_\w{26}\n$/);
    expect(document).toContain('kind: live-stream');
    expect(status).toBe(0);
  });

  it('takes the engine from the PATH, and says in one line that there is none', async () => {
    const [platform = ''] = await readdir(join(consumer, 'node_modules/@dynoxide'));
    const elsewhere = join(consumer, 'engine');
    await rename(join(consumer, 'node_modules/@dynoxide', platform), elsewhere);
    const begin = (...path: string[]) =>
      start(
        consumer,
        { PORT: '0', DATA_DIR: 'second', ...within(path) },
        join(consumer, 'node_modules/.bin/notify'),
        'start',
      );
    const without = begin();
    without.stdout.resume();
    const line = await text(without.stderr);
    const beside = begin(elsewhere);
    beside.stderr.resume();
    const [first] = await once(beside.stdout, 'data');
    const ended = once(beside, 'exit');
    beside.kill('SIGTERM');

    expect(without.exitCode ?? (await once(without, 'exit'))[0]).toBe(1);
    expect(line).toBe(
      `there is no DynamoDB for ${platform} here; run "npm install --no-save @dynoxide/${platform}@1.2.1", or put dynoxide on the PATH, or set DYNAMODB_ENDPOINT to the address of DynamoDB Local\n`,
    );
    expect(String(first)).toMatch(/^Base URL/);
    expect((await ended)[0]).toBe(0);
  });

  it('says what it does to whoever has Node 20 or newer', async () => {
    expect(await run(consumer, 'npx', 'notify', '--help')).toMatch(/^Usage: notify /);
  });

  it('answers --help within a few times what a bare Node takes', async () => {
    const bare = await fastest(async () => run(consumer, 'node', '--eval', ''));
    const help = await fastest(async () => run(consumer, 'node', 'node_modules/.bin/notify', '--help'));

    expect(help / bare).toBeLessThan(MOST_TIMES_BARE_NODE);
  });
});

/** The command on the Node of this machine, not on the one that comes with the package. */
async function notify(env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<string> {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return run(consumer, 'env', ...variables, 'node', 'node_modules/.bin/notify', ...words);
}

/** Milliseconds of the run that the rest of the machine hindered least. */
async function fastest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < RUNS; count += 1) {
    const before = performance.now();
    await work();
    times.push(performance.now() - before);
  }
  return Math.min(...times);
}
