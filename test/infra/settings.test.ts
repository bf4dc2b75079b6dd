import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Aws } from 'aws-cdk-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { createCdkApp } from '../../lib/config/cdk-app.ts';
import { InvalidSetting, parseSettings, SETTING_NAMES } from '../../lib/config/settings.ts';
import { configOf } from '../../lib/config/stages.ts';
import { NotificationRouter } from '../../lib/notification-router.ts';

const ROOT = join(import.meta.dirname, '../..');

const WHOLE_NUMBER = (max: number) => `it must be a whole number from 1 to ${max}`;
const SCHEDULE = 'it must be 1 to 50 comma-separated whole numbers of seconds, each from 1 to 604800';
const CIDRS = 'it must be a comma-separated list of CIDR ranges such as 10.0.0.0/8,fd00::/8, or empty';
const URL = 'it must be an http or https address without credentials, query, fragment or trailing slash';
const MAILBOX = 'it must be an email address, or a name with the address in <>';
const DOMAIN = 'it must be a domain name in lower case, such as notify.example.com';
const CERTIFICATE = 'it must be the ARN of an ACM certificate in us-east-1, where CloudFront looks for it';
const SECRETS = 'it must be 1 to 3 different comma-separated names of up to 16 letters and digits';
const ZONES =
  'it must be two ids of zones of one Region such as use1-az1,use1-az2, and none of apne1-az3, apne2-az1, cac1-az3, use1-az3, usw1-az2, which CloudFront cannot reach';
const TARGETS =
  'it must be comma-separated ARNs of SNS topics, SQS queues and event buses, which may hold * and ?, or empty';
const MACHINES = 'it must be comma-separated ARNs of state machines of Step Functions, without * and ?, or empty';
const ISSUER = 'it must be an http or https address without credentials, query or fragment';
const TOGETHER = 'OIDC_ISSUER and OIDC_CLIENT_ID are given together';

/** Setting, a value that is not allowed, how it is shown, what is allowed. */
const BAD = [
  ['BILLING', 'Plans', 'Plans', 'it must be one of: none, plans'],
  ['WEBHOOK_MAX_BODY_BYTES', '1MB', '1MB', WHOLE_NUMBER(4_194_304)],
  ['WEBHOOK_MAX_HOPS', '0', '0', WHOLE_NUMBER(100)],
  ['RETRY_SCHEDULE', '5,-30', '5,-30', SCHEDULE],
  ['OUTBOUND_ALLOWED_CIDRS', '10.0.0.0/33', '10.0.0.0/33', CIDRS],
  ['PUBLIC_BASE_URL', 'https://notify.example.com/', 'https://notify.example.com/', URL],
  ['DOMAIN_NAME', 'https://notify.example.com', 'https://notify.example.com', DOMAIN],
  [
    'CERTIFICATE_ARN',
    'arn:aws:acm:eu-west-1:111122223333:certificate/a',
    'arn:aws:acm:eu-west-1:111122223333:certificate/a',
    CERTIFICATE,
  ],
  ['WAF_RATE_LIMIT', '5', '5', 'it must be a whole number from 10 to 2000000000'],
  ['DELIVERY_CONCURRENCY', '5', '5', 'it must be a whole number from 6 to 1000'],
  ['INGEST_RESERVED_CONCURRENCY', '0', '0', WHOLE_NUMBER(1000)],
  ['AWS_TARGETS', 'arn:aws:lambda:*:*:function:*', 'arn:aws:lambda:*:*:function:*', TARGETS],
  ['STEP_FUNCTIONS', 'Deploy', 'Deploy', MACHINES],
  ['OTHER_APPS', 'true', 'true', 'it must be one of: off, on'],
  ['ORIGIN_SECRETS', 'a,a', 'a,a', SECRETS],
  ['ALARM_TOPIC_ARN', 'on-call', 'on-call', 'it must be the ARN of a standard SNS topic'],
  ['TRACING', 'true', 'true', 'it must be one of: off, on'],
  ['EMAIL_FROM', 'ops', 'ops', MAILBOX],
  ['LIVE_STREAM', 'true', 'true', 'it must be one of: on, off'],
  ['LIVE_STREAM_SOURCE', 'sqs', 'sqs', 'it must be one of: dynamodb, kinesis'],
  ['STREAM_TASKS', '3', '3', WHOLE_NUMBER(2)],
  ['STREAM_ZONES', 'use1-az3,use1-az4', 'use1-az3,use1-az4', ZONES],
  ['STREAM_MAX_PER_CHANNEL', '2.5', '2.5', WHOLE_NUMBER(10_000)],
  ['STREAM_MAX_PER_IP', '', '""', WHOLE_NUMBER(10_000)],
  ['OIDC_ISSUER', 'login.example.com', 'login.example.com', ISSUER],
  ['OIDC_CLIENT_ID', 'two words', 'two words', 'it must be 1 to 255 visible characters'],
  [
    'SIGN_IN_PROVIDERS',
    'Entra ID',
    'Entra ID',
    'it must be comma-separated names of identity providers of the user pool, or empty',
  ],
] as const;

const MORE_BAD = [
  ['WEBHOOK_MAX_BODY_BYTES', '4194305', '4194305', WHOLE_NUMBER(4_194_304)],
  ['RETRY_SCHEDULE', '', '""', SCHEDULE],
  ['RETRY_SCHEDULE', '5,,30', '5,,30', SCHEDULE],
  ['RETRY_SCHEDULE', '1e3', '1e3', SCHEDULE],
  ['RETRY_SCHEDULE', '604801', '604801', SCHEDULE],
  ['OUTBOUND_ALLOWED_CIDRS', '10.0.0.1', '10.0.0.1', CIDRS],
  ['OUTBOUND_ALLOWED_CIDRS', 'localhost/8', 'localhost/8', CIDRS],
  ['OUTBOUND_ALLOWED_CIDRS', '10.0.0.0/8;::1/128', '10.0.0.0/8;::1/128', CIDRS],
  ['PUBLIC_BASE_URL', 'notify.example.com', 'notify.example.com', URL],
  ['PUBLIC_BASE_URL', 'ftp://notify.example.com', 'ftp://notify.example.com', URL],
  ['PUBLIC_BASE_URL', 'https://me:word@notify.example.com', 'https://me:word@notify.example.com', URL],
  ['PUBLIC_BASE_URL', 'https://notify.example.com?x', 'https://notify.example.com?x', URL],
  ['PUBLIC_BASE_URL', 'https://a\nb', String.raw`"https://a\nb"`, URL],
  ['EMAIL_FROM', 'Ops\r\nBcc: x <ops@example.com>', String.raw`"Ops\r\nBcc: x <ops@example.com>"`, MAILBOX],
  ['DOMAIN_NAME', 'localhost', 'localhost', DOMAIN],
  ['DOMAIN_NAME', 'Notify.example.com', 'Notify.example.com', DOMAIN],
  ...[
    '',
    'us-east-1a,us-east-1b',
    'use1-az1',
    'use1-az1,use1-az1',
    'use1-az1,usw2-az1',
    'use1-az1,use1-az2,use1-az4',
  ].map((zones) => ['STREAM_ZONES', zones, zones === '' ? '""' : zones, ZONES] as const),
  ['AWS_TARGETS', '*', '*', TARGETS],
  ['AWS_TARGETS', 'arn:aws:sns:eu-west-1:111122223333:a b', 'arn:aws:sns:eu-west-1:111122223333:a b', TARGETS],
  ...[
    '*',
    'arn:aws:states:eu-west-1:111122223333:stateMachine:*',
    'arn:aws:states:eu-west-1:111122223333:activity:a',
  ].map((arn) => ['STEP_FUNCTIONS', arn, arn, MACHINES] as const),
  ['ORIGIN_SECRETS', '', '""', SECRETS],
  ['ORIGIN_SECRETS', 'a,b,c,d', 'a,b,c,d', SECRETS],
  ['BILLING', ' none', '" none"', 'it must be one of: none, plans'],
] as const;

describe('settings', () => {
  it('are the documented ones with the documented defaults', () => {
    expect(parseSettings({})).toEqual({
      kind: 'ok',
      settings: {
        BILLING: 'none',
        WEBHOOK_MAX_BODY_BYTES: 1_048_576,
        WEBHOOK_MAX_HOPS: 3,
        RETRY_SCHEDULE: [5, 30, 120, 600, 1800, 7200, 18_000, 36_000],
        OUTBOUND_ALLOWED_CIDRS: [],
        DELIVERY_CONCURRENCY: 80,
        AWS_TARGETS: [],
        STEP_FUNCTIONS: [],
        OTHER_APPS: 'off',
        LIVE_STREAM: 'on',
        STREAM_MAX_PER_CHANNEL: 20,
        STREAM_MAX_PER_IP: 20,
        STREAM_TASKS: 1,
        LIVE_STREAM_SOURCE: 'dynamodb',
        ORIGIN_SECRETS: ['1'],
        TRACING: 'off',
        SIGN_IN_PROVIDERS: [],
      },
    });
  });

  it('are read from texts, from numbers, and from among other things', () => {
    const parsed = parseSettings({
      PATH: '/usr/bin',
      BILLING: 'plans',
      WEBHOOK_MAX_HOPS: 7,
      RETRY_SCHEDULE: '1, 2,3',
      OUTBOUND_ALLOWED_CIDRS: '127.0.0.0/8,::1/128, fd00::/8',
      PUBLIC_BASE_URL: 'http://localhost:8080',
    });

    expect(parsed).toMatchObject({
      kind: 'ok',
      settings: {
        BILLING: 'plans',
        WEBHOOK_MAX_HOPS: 7,
        RETRY_SCHEDULE: [1, 2, 3],
        OUTBOUND_ALLOWED_CIDRS: ['127.0.0.0/8', '::1/128', 'fd00::/8'],
        PUBLIC_BASE_URL: 'http://localhost:8080',
      },
    });
  });

  it('take state machines of an account and Region that only the deployment knows', () => {
    const arn = `arn:${Aws.PARTITION}:states:${Aws.REGION}:${Aws.ACCOUNT_ID}:stateMachine:Refund`;

    expect(parseSettings({ STEP_FUNCTIONS: arn })).toMatchObject({ settings: { STEP_FUNCTIONS: [arn] } });
  });

  it('allow no private address when the list is empty', () => {
    expect(parseSettings({ OUTBOUND_ALLOWED_CIDRS: '' })).toMatchObject({ settings: { OUTBOUND_ALLOWED_CIDRS: [] } });
  });

  it.each([...BAD, ...MORE_BAD])('fail in one line when %s is "%s"', (name, value, shown, allowed) => {
    expect(parseSettings({ [name]: value })).toEqual({
      kind: 'invalid',
      message: `${name}: ${shown} is not allowed; ${allowed}`,
    });
  });

  it('take an issuer with its client, trailing slash and all, and neither alone', () => {
    const both = { OIDC_ISSUER: 'https://example.eu.auth0.com/', OIDC_CLIENT_ID: 'abc' };

    expect(parseSettings(both)).toMatchObject({ kind: 'ok', settings: both });
    expect(parseSettings({ OIDC_ISSUER: both.OIDC_ISSUER })).toEqual({
      kind: 'invalid',
      message: `OIDC_CLIENT_ID: undefined is not allowed; ${TOGETHER}`,
    });
    expect(parseSettings({ OIDC_CLIENT_ID: 'abc' })).toMatchObject({ kind: 'invalid' });
  });

  it('take a domain with its certificate, and neither alone', () => {
    const both = {
      DOMAIN_NAME: 'notify.example.com',
      CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b-2c',
    };

    expect(parseSettings(both)).toMatchObject({ kind: 'ok', settings: both });
    expect(parseSettings({ DOMAIN_NAME: both.DOMAIN_NAME })).toEqual({
      kind: 'invalid',
      message: 'CERTIFICATE_ARN: undefined is not allowed; DOMAIN_NAME and CERTIFICATE_ARN are given together',
    });
    expect(parseSettings({ CERTIFICATE_ARN: both.CERTIFICATE_ARN })).toMatchObject({ kind: 'invalid' });
  });

  it('fail on the first bad one when several are bad', () => {
    const parsed = parseSettings({ STREAM_MAX_PER_IP: '0', BILLING: 'x' });

    expect(parsed).toMatchObject({ message: expect.stringMatching(/^BILLING: x/) });
  });

  it('are each tried with a bad value', () => {
    expect(BAD.map(([name]) => name)).toEqual(SETTING_NAMES);
  });
});

const OUTPUT = mkdtempSync(join(tmpdir(), 'settings-'));

afterAll(() => rmSync(OUTPUT, { recursive: true }));

describe('the app', () => {
  it.each(BAD)('adds no stack when %s is "%s" in its context', async (name, value, shown, allowed) => {
    const app = createCdkApp({ outdir: OUTPUT, context: { [name]: value } });
    const config = await configOf(app.node);

    expect(() => new NotificationRouter(app, 'NotificationRouter', config)).toThrow(
      expect.objectContaining({ name: InvalidSetting.name, message: `${name}: ${shown} is not allowed; ${allowed}` }),
    );
    expect(app.node.findAll()).toEqual([app]);
  });

  it('exits with 2, one line and no template', async () => {
    const [name, value, shown, allowed] = BAD[0];
    const env = { ...process.env, CDK_OUTDIR: OUTPUT, CDK_CONTEXT_JSON: JSON.stringify({ [name]: value }) };

    const failure = promisify(execFile)(process.execPath, ['bin/app.ts'], { cwd: ROOT, env });

    await expect(failure).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: `${name}: ${shown} is not allowed; ${allowed}\n`,
    });
    expect(readdirSync(OUTPUT)).toEqual([]);
  });
});
