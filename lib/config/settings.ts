import * as z from 'zod';
import { Mailbox } from '../../core/channels/mailbox.ts';

/** A setting as a text with one meaning: `read` answers undefined for what is not allowed, `allowed` says what is. */
const setting = <T>(allowed: string, read: (text: string) => T | undefined) =>
  z.coerce.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: allowed });
    return z.NEVER;
  });

const oneOf = <const T extends string>(...names: readonly T[]) =>
  setting(`it must be one of: ${names.join(', ')}`, (text) => names.find((name) => name === text));

const toWholeNumber = (text: string, min: number, max: number) => {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
};

const wholeNumber = (min: number, max: number) =>
  setting(`it must be a whole number from ${min} to ${max}`, (text) => toWholeNumber(text, min, max));

const splitList = (text: string) => (text.trim() === '' ? [] : text.split(',').map((item) => item.trim()));

const Cidr = z.union([z.cidrv4(), z.cidrv6()]);

const cidrList = setting(
  'it must be a comma-separated list of CIDR ranges such as 10.0.0.0/8,fd00::/8, or empty',
  (text) => {
    const ranges = splitList(text);
    return ranges.every((range) => Cidr.safeParse(range).success) ? ranges : undefined;
  },
);

const MAX_RETRIES = 50;
const MAX_WAIT_SECONDS = 7 * 24 * 60 * 60;

const retrySchedule = setting(
  `it must be 1 to ${MAX_RETRIES} comma-separated whole numbers of seconds, each from 1 to ${MAX_WAIT_SECONDS}`,
  (text) => {
    const waits = splitList(text).map((wait) => toWholeNumber(wait, 1, MAX_WAIT_SECONDS));
    const valid = waits.filter((wait) => wait !== undefined);
    return valid.length === waits.length && valid.length > 0 && valid.length <= MAX_RETRIES ? valid : undefined;
  },
);

const isBaseUrl = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const web = url?.protocol === 'http:' || url?.protocol === 'https:';
  return web && url.username === '' && url.password === '' && /^https?:\/\/[^\s?#]*[^\s?#/]$/.test(text);
};

const baseUrl = setting(
  'it must be an http or https address without credentials, query, fragment or trailing slash',
  (text) => (isBaseUrl(text) ? text : undefined),
);

const mailbox = setting('it must be an email address, or a name with the address in <>', (text) =>
  Mailbox.safeParse(text).success ? text : undefined,
);

const isIssuer = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const web = url?.protocol === 'http:' || url?.protocol === 'https:';
  return web && url.username === '' && url.password === '' && /^https?:\/\/[^\s?#]+$/.test(text);
};

/** A trailing slash is part of the name of some issuers. */
const issuer = setting('it must be an http or https address without credentials, query or fragment', (text) =>
  isIssuer(text) ? text : undefined,
);

const domainName = setting('it must be a domain name in lower case, such as notify.example.com', (text) =>
  text.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(text) ? text : undefined,
);

/** CloudFront takes certificates from this one Region. */
const certificateArn = setting(
  'it must be the ARN of an ACM certificate in us-east-1, where CloudFront looks for it',
  (text) => (/^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/.test(text) ? text : undefined),
);

const MAX_ORIGIN_SECRETS = 3;

const secretNames = setting(
  `it must be 1 to ${MAX_ORIGIN_SECRETS} different comma-separated names of up to 16 letters and digits`,
  (text) => {
    const names = splitList(text);
    const valid = names.length > 0 && names.length <= MAX_ORIGIN_SECRETS && new Set(names).size === names.length;
    return valid && names.every((name) => /^[a-zA-Z0-9]{1,16}$/.test(name)) ? names : undefined;
  },
);

const topicArn = setting('it must be the ARN of a standard SNS topic', (text) =>
  /^arn:aws[a-z-]*:sns:[a-z\d-]+:\d{12}:[\w-]{1,256}$/.test(text) ? text : undefined,
);

const providerNames = setting(
  'it must be comma-separated names of identity providers of the user pool, or empty',
  (text) => {
    const names = splitList(text);
    return names.every((name) => /^[\w.-]{3,32}$/.test(name)) ? names : undefined;
  },
);

const clientId = setting('it must be 1 to 255 visible characters', (text) =>
  /^[\x21-\x7e]{1,255}$/.test(text) ? text : undefined,
);

/**
 * Every setting an operator may give, with its default: as CDK context for AWS, as environment variables on a laptop.
 * The names are the public ones, so that there is one name everywhere.
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
    /** Requests of one address in five minutes before the firewall refuses more. Absent: no firewall, which costs. */
    WAF_RATE_LIMIT: wholeNumber(10, 2_000_000_000).optional(),
    /** Names of the secrets by which CloudFront proves itself to the API: the first is sent, all are accepted. */
    ORIGIN_SECRETS: secretNames.default(['1']),
    /** Where alarms and their ends are sent. Absent: they only turn red on the dashboard. */
    ALARM_TOPIC_ARN: topicArn.optional(),
    /** Whether Lambda samples invocations into X-Ray, which costs more than they do. */
    TRACING: oneOf('off', 'on').default('off'),
    /** What emails come from, for channels without a sender of their own. Absent: such channels send none. */
    EMAIL_FROM: mailbox.optional(),
    LIVE_STREAM: oneOf('on', 'off').default('on'),
    /** What tasks follow: the table's own stream, or a Kinesis data stream, which more than two tasks may read. */
    LIVE_STREAM_SOURCE: oneOf('dynamodb', 'kinesis').default('dynamodb'),
    /** Tasks that serve streams at the same time, with Kinesis the least of them: DynamoDB Streams allows two readers of a shard. */
    STREAM_TASKS: wholeNumber(1, 2).default(1),
    STREAM_MAX_PER_CHANNEL: wholeNumber(1, 10_000).default(20),
    STREAM_MAX_PER_IP: wholeNumber(1, 10_000).default(20),
    /** OpenID Connect issuer that people sign in at. Absent: a Cognito user pool of the stack's own. */
    OIDC_ISSUER: issuer.optional(),
    /** The public client that the dashboard is at that issuer. */
    OIDC_CLIENT_ID: clientId.optional(),
    /** Identity providers that were added to the stack's own user pool, such as a company's SAML. */
    SIGN_IN_PROVIDERS: providerNames.default([]),
  })
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

/** Which setting was left out although its partner was given. */
const missingPartner = (settings: { readonly [Name in Partner]?: string | undefined }): Partner | undefined =>
  PARTNER_NAMES.find((name) => settings[name] === undefined && settings[PARTNERS[name]] !== undefined);

/** The validated settings, by their public names. */
export type Settings = z.output<typeof Settings>;

/** Settings as somebody writes them down: texts or numbers, each with a default. */
export type SettingsInput = { readonly [Name in keyof Settings]?: string | number };

/** The public name of every setting. */
export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape);

/** Valid settings, or one line on the first that is not. */
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
 * Reads the settings out of a record that may hold anything else too, such as environment variables.
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
