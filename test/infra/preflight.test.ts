import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { preflight } from '../../bin/preflight/preflight.ts';
import { type AccountFacts, READY, startFakeAccount } from './fake-account.ts';

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly calls: readonly string[];
}

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Runs the preflight on an account that differs from a ready one in `facts`. */
async function preflightOf(facts: Partial<AccountFacts>, args: string[] = [], region = 'eu-central-1'): Promise<Run> {
  const account = await startFakeAccount({ ...READY, ...facts });
  const env = {
    AWS_ENDPOINT_URL: account.endpoint,
    AWS_ACCESS_KEY_ID: 'me',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_CONFIG_FILE: '/nowhere',
    AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
    AWS_PROFILE: undefined,
    AWS_REGION: region === '' ? undefined : region,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const printed = { stdout: '', stderr: '' };
  const code = await preflight(args, {
    log: (line: string) => void (printed.stdout += `${line}\n`),
    error: (line: string) => void (printed.stderr += `${line}\n`),
  });
  await account.stop();
  return { code, ...printed, calls: account.calls };
}

const linesWith = (mark: string, { stdout }: Run): string[] =>
  stdout.split('\n').filter((line) => line.startsWith(`${mark} `));

/** Every operation that AWS names as a reading one. */
const READS = /^(Scan|(Get|Describe|List)[A-Z].*)$/;

const ALL = ['-c', 'WAF_RATE_LIMIT=2000', '-c', 'LIVE_STREAM_SOURCE=kinesis', '-c', 'EMAIL_FROM=a@example.com'];

describe('npm run preflight', () => {
  it('finds nothing to do in an account that is ready, and only reads', async () => {
    const run = await preflightOf({}, ALL);

    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(/^Account 111122223333, Region eu-central-1\n/);
    expect(linesWith('✓', run)).toHaveLength(11);
    expect([...linesWith('✗', run), ...linesWith('?', run)]).toEqual([]);
    expect(run.calls.filter((operation) => !READS.test(operation))).toEqual([]);
  });

  it.each<[string, Partial<AccountFacts>, RegExp, RegExp]>([
    ['concurrency', { concurrency: 10 }, /Lambda concurrency: 10 /, /request-service-quota-increase.*L-B99A9384/],
    ['sandboxed email', { emailProduction: false }, /Email: .*sandbox/, /production access/],
    ['paused email', { emailSending: false }, /Email: SES has paused/, /reputation/],
    ['sandboxed SMS', { smsTier: 'SANDBOX' }, /SMS: .*sandbox/, /End User Messaging/],
    ['the first spend limit', { smsLimit: 1 }, /SMS: only 1 USD/, /End User Messaging/],
    ['a zone', { zoneIds: ['use1-az6', 'use1-az3', 'use1-az1'] }, /Zones.*eu-central-1b \(use1-az3\)/, /other zones/],
    ['one zone', { zoneIds: ['euc1-az2'] }, /Zones for streams: only/, /another Region/],
    ['bootstrap', { bootstrapped: {} }, /CDK bootstrap: eu/, /npx cdk bootstrap aws:\/\/111122223333\/eu-central-1/],
    ['old bootstrap', { bootstrapped: { 'eu-central-1': '4' } }, /version 4 .* too old/, /npx cdk bootstrap/],
    ['a service', { services: READY.services.filter((name) => name !== 'fargate') }, /not list fargate/, /Region/],
    ['a role', { roles: ['AWSServiceRoleForECS'] }, /LoadBalancing: does not exist/, /--aws-service-name elastic/],
  ])('says what is bad, and what to do: %s', async (_, facts, line, next) => {
    const run = await preflightOf(facts);

    expect(run.code).toBe(1);
    expect(linesWith('✗', run)).toEqual([expect.stringMatching(line)]);
    expect(run.stdout.split(linesWith('✗', run)[0]!)[1]!.split('\n')[1]).toMatch(next);
  });

  it('names what stored channels send to and the settings do not allow, with the setting that would', async () => {
    const channels = [
      { kind: 'sns', config: { topicArn: 'arn:aws:sns:eu-central-1:111122223333:alerts' } },
      { kind: 'sqs', config: { queueUrl: 'https://sqs.eu-west-1.amazonaws.com/111122223333/jobs' } },
      { kind: 'eventbridge', config: { busArn: 'arn:aws:events:eu-central-1:111122223333:event-bus/orders' } },
    ];
    const alerts = 'arn:aws:sns:*:*:alerts';
    const others = 'arn:aws:events:eu-central-1:111122223333:event-bus/orders,arn:aws:sqs:eu-west-1:111122223333:jobs';

    const some = await preflightOf({ channels }, ['-c', `AWS_TARGETS=${alerts}`]);
    const all = await preflightOf({ channels }, ['-c', `AWS_TARGETS=${alerts},${others}`]);

    expect([some.code, all.code]).toEqual([1, 0]);
    expect(linesWith('✗', some)).toEqual([expect.stringContaining('event-bus/orders, arn:aws:sqs:eu-west-1')]);
    expect(some.stdout).toContain(`-c 'AWS_TARGETS=${alerts},${others}'`);
    expect(linesWith('✓', all).join('\n')).toContain('Destinations of channels: 3 of stored channels');
  });

  it('does not mind a zone that streams would not be in', async () => {
    const run = await preflightOf({ zoneIds: ['use1-az6', 'use1-az1', 'use1-az3'] });

    expect(run.code).toBe(0);
  });

  it('asks for the bootstrap of us-east-1 when there is a firewall', async () => {
    const bootstrapped = { 'eu-central-1': '28' };

    expect((await preflightOf({ bootstrapped })).code).toBe(0);
    const run = await preflightOf({ bootstrapped }, ['-c', 'WAF_RATE_LIMIT=2000']);
    expect(linesWith('✗', run)).toEqual([expect.stringContaining('firewall: us-east-1 is not bootstrapped')]);
  });

  it('asks nothing of streams where there are none', async () => {
    const { calls } = await preflightOf({}, ['-c', 'LIVE_STREAM=off']);

    expect(calls).not.toContain('DescribeAvailabilityZones');
    expect(calls).not.toContain('GetRole');
  });

  it.each([
    ['GetAccountSettings', 'lambda:GetAccountSettings'],
    ['GetAccount', 'ses:GetAccount'],
    ['DescribeAccountAttributes', 'sms-voice:DescribeAccountAttributes'],
    ['DescribeSpendLimits', 'sms-voice:DescribeSpendLimits'],
    ['DescribeAvailabilityZones', 'ec2:DescribeAvailabilityZones'],
    ['GetParameter', 'ssm:GetParameter'],
    ['GetParametersByPath', 'ssm:GetParametersByPath'],
    ['GetRole', 'iam:GetRole'],
    ['ListTables', 'dynamodb:ListTables'],
  ])('leaves open what it may not look at: %s', async (operation, right) => {
    const run = await preflightOf({ denied: [operation] });

    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(linesWith('?', run).length).toBeGreaterThan(0);
    for (const line of linesWith('?', run)) expect(line).toMatch(/AccessDenied/);
    expect(run.stdout).toContain(right);
    expect(linesWith('✗', run)).toEqual([]);
  });

  it.each<[string, Partial<AccountFacts>, string[], string, RegExp]>([
    ['nobody', { denied: ['GetCallerIdentity'] }, [], 'eu-central-1', /^No account: .*not authorized.*\n$/],
    ['nowhere', {}, [], '', /^No Region: .*\n$/],
    ['a bad setting', {}, ['-c', 'LIVE_STREAM=maybe'], 'eu-central-1', /^LIVE_STREAM: maybe is not allowed.*\n$/],
    ['no setting', {}, ['-c', 'LIVE_STREAM'], 'eu-central-1', /^-c LIVE_STREAM is not allowed.*\n$/],
  ])('ends with status 2 and one line for %s', async (_, facts, args, region, line) => {
    const run = await preflightOf(facts, args, region);

    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(line) });
  });

  it('is a command with that status', () => {
    const env = { PATH: process.env['PATH'], AWS_CONFIG_FILE: '/nowhere', AWS_SHARED_CREDENTIALS_FILE: '/nowhere' };
    const cwd = join(import.meta.dirname, '../..');

    const ended = spawnSync(process.execPath, ['bin/preflight.ts'], { cwd, env, encoding: 'utf8' });

    expect(ended).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/^No Region: .*\n$/) });
  });
});
