import * as z from 'zod';
import {
  baseUrl,
  certificateArn,
  cidrList,
  clientId,
  domainName,
  issuer,
  mailbox,
  oneOf,
  providerNames,
  retrySchedule,
  secretNames,
  stateMachineArns,
  targetArns,
  topicArn,
  wholeNumber,
  zoneIds,
} from './setting-kinds.ts';
import type { SettingsInput } from './settings-input.ts';

/**
 * Every setting an operator may give, with its default: as CDK context on AWS, as environment variables on a laptop.
 * The names are the public ones, so that each setting has one name everywhere.
 */
const Settings = z
  .object({
    BILLING: oneOf('none', 'plans').default('none'),
    /** Bytes of a request body, after decoding. Lambda's 6 MB event holds no more than 4 MiB in base64. */
    WEBHOOK_MAX_BODY_BYTES: wholeNumber(1, 4 * 1024 * 1024).default(1_048_576),
    WEBHOOK_MAX_HOPS: wholeNumber(1, 100).default(3),
    /** Seconds before each retry. */
    RETRY_SCHEDULE: retrySchedule.default([5, 30, 120, 600, 1800, 7200, 18_000, 36_000]),
    /** Private ranges that outgoing calls may reach; none by default. */
    OUTBOUND_ALLOWED_CIDRS: cidrList.default([]),
    /** Absent: the router's own domain, or that of the CloudFront distribution. */
    PUBLIC_BASE_URL: baseUrl.optional(),
    /** The router's own domain. Absent: that of the CloudFront distribution. */
    DOMAIN_NAME: domainName.optional(),
    /** The certificate of that domain. */
    CERTIFICATE_ARN: certificateArn.optional(),
    /** Requests from one address in five minutes before the firewall refuses more. Absent: no firewall (it costs). */
    WAF_RATE_LIMIT: wholeNumber(10, 2_000_000_000).optional(),
    /** The most invocations that deliver at the same time, over all queues; each queue needs two. */
    DELIVERY_CONCURRENCY: wholeNumber(6, 1000).default(80),
    /** Invocations that Lambda keeps free for sends. Absent: none, because a new account has none to spare. */
    INGEST_RESERVED_CONCURRENCY: wholeNumber(1, 1000).optional(),
    /** ARNs, with wildcards, of the topics, queues and buses that channels may send to. None: no such channel works. */
    AWS_TARGETS: targetArns.default([]),
    /** ARNs of the state machines whose tasks may wait for the answer to an ask. None: no ask takes a task. */
    STEP_FUNCTIONS: stateMachineArns.default([]),
    /** Whether stacks of other CDK apps may make webhooks and channels. */
    OTHER_APPS: oneOf('off', 'on').default('off'),
    /** Names of the secrets that identify CloudFront to the API: it sends the first, the API accepts all. */
    ORIGIN_SECRETS: secretNames.default(['1']),
    /** The topic that hears when an alarm starts and ends. Absent: alarms only turn red on the dashboard. */
    ALARM_TOPIC_ARN: topicArn.optional(),
    /** Whether Lambda samples invocations into X-Ray, which costs more than they do. */
    TRACING: oneOf('off', 'on').default('off'),
    /** The sender of emails, for channels without one of their own. Absent: such channels send no email. */
    EMAIL_FROM: mailbox.optional(),
    LIVE_STREAM: oneOf('on', 'off').default('on'),
    /** Which stream tasks follow: the table's own, or a Kinesis data stream, which more than two tasks can read. */
    LIVE_STREAM_SOURCE: oneOf('dynamodb', 'kinesis').default('dynamodb'),
    /**
     * Tasks that serve streams at the same time; with Kinesis, the fewest. DynamoDB Streams allows two readers per
     * shard.
     */
    STREAM_TASKS: wholeNumber(1, 2).default(1),
    /** Ids of the zones that tasks and their load balancer are in. Absent: the first two of the Region. */
    STREAM_ZONES: zoneIds.optional(),
    STREAM_MAX_PER_CHANNEL: wholeNumber(1, 10_000).default(20),
    STREAM_MAX_PER_IP: wholeNumber(1, 10_000).default(20),
    /** The OpenID Connect issuer where people sign in. Absent: the stack's own Cognito user pool. */
    OIDC_ISSUER: issuer.optional(),
    /** The dashboard's client id at that issuer, as a public client. */
    OIDC_CLIENT_ID: clientId.optional(),
    /** Identity providers added to the stack's own user pool, such as a company's SAML. */
    SIGN_IN_PROVIDERS: providerNames.default([]),
  } satisfies Record<keyof SettingsInput, z.ZodType>)
  .superRefine((settings, context) => {
    const missing = missingPartner(settings);
    if (missing === undefined) return;
    context.addIssue({
      code: 'custom',
      path: [missing],
      message: `${PARTNERS[missing]} and ${missing} are given together`,
    });
  });

/** Settings that only make sense together. */
const PARTNERS = {
  OIDC_ISSUER: 'OIDC_CLIENT_ID',
  OIDC_CLIENT_ID: 'OIDC_ISSUER',
  DOMAIN_NAME: 'CERTIFICATE_ARN',
  CERTIFICATE_ARN: 'DOMAIN_NAME',
} as const;

type Partner = keyof typeof PARTNERS;

const PARTNER_NAMES: readonly Partner[] = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'DOMAIN_NAME', 'CERTIFICATE_ARN'];

/** The setting that was left out although its partner was given. */
const missingPartner = (settings: { readonly [Name in Partner]?: string | undefined }): Partner | undefined =>
  PARTNER_NAMES.find((name) => settings[name] === undefined && settings[PARTNERS[name]] !== undefined);

/** The validated settings, by their public names. */
export type Settings = z.output<typeof Settings>;

/** The public name of every setting. */
export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape);

/** The valid settings, or one line on the first invalid one. */
export type ParsedSettings =
  | { readonly kind: 'ok'; readonly settings: Settings }
  | { readonly kind: 'invalid'; readonly message: string };

/** An unprintable, empty or padded value is quoted, so that the message stays one readable line. */
const show = (value: unknown) => {
  const text = String(value);
  return /^[\x21-\x7e]+( +[\x21-\x7e]+)*$/.test(text) ? text : JSON.stringify(text);
};

/** A setting that is not allowed, in one line: `<NAME>: <value> is not allowed; <what is allowed>`. */
export class InvalidSetting extends Error {
  override readonly name = 'InvalidSetting';

  constructor(setting: string, value: unknown, allowed: string) {
    super(`${setting}: ${show(value)} is not allowed; ${allowed}`);
  }
}

/**
 * Reads the settings out of a record that may hold other things too, such as environment variables.
 *
 * @returns the settings with defaults filled in, or one line on the first bad one:
 * `<NAME>: <value> is not allowed; <what is allowed>`.
 */
export function parseSettings(record: Readonly<Record<string, unknown>>): ParsedSettings {
  const settings = check(record);
  return settings instanceof InvalidSetting ? { kind: 'invalid', message: settings.message } : { kind: 'ok', settings };
}

/**
 * The settings, defaults filled in.
 *
 * @throws InvalidSetting on the first that is not allowed, and on a name that is no setting.
 */
export function settingsFrom(input: SettingsInput): Settings {
  const unknown = Object.entries(input).find(([name]) => !SETTING_NAMES.includes(name));
  if (unknown !== undefined) throw new InvalidSetting(...unknown, `the settings are ${SETTING_NAMES.join(', ')}`);
  const settings = check({ ...input });
  if (settings instanceof InvalidSetting) throw settings;
  return settings;
}

function check(record: Readonly<Record<string, unknown>>): Settings | InvalidSetting {
  const result = Settings.safeParse(record);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = String(issue?.path[0]);
  return new InvalidSetting(name, record[name], String(issue?.message));
}
