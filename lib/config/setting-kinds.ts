import * as z from 'zod';
import { Mailbox } from '../../core/channels/mailbox.ts';

/** A setting that is written as text: `read` returns undefined for a bad text, `allowed` says which texts are good. */
const setting = <T>(allowed: string, read: (text: string) => T | undefined) =>
  z.coerce.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: allowed });
    return z.NEVER;
  });

/** One of these words. */
export const oneOf = <const T extends string>(...names: readonly T[]) =>
  setting(`it must be one of: ${names.join(', ')}`, (text) => names.find((name) => name === text));

const toWholeNumber = (text: string, min: number, max: number) => {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
};

/** A whole number in this range, both ends included. */
export const wholeNumber = (min: number, max: number) =>
  setting(`it must be a whole number from ${min} to ${max}`, (text) => toWholeNumber(text, min, max));

const splitList = (text: string) => (text.trim() === '' ? [] : text.split(',').map((item) => item.trim()));

const Cidr = z.union([z.cidrv4(), z.cidrv6()]);

/** Ranges of addresses, comma-separated; empty is none. */
export const cidrList = setting(
  'it must be a comma-separated list of CIDR ranges such as 10.0.0.0/8,fd00::/8, or empty',
  (text) => {
    const ranges = splitList(text);
    return ranges.every((range) => Cidr.safeParse(range).success) ? ranges : undefined;
  },
);

const MAX_RETRIES = 50;
const MAX_WAIT_SECONDS = 7 * 24 * 60 * 60;

/** Seconds before each retry, comma-separated. */
export const retrySchedule = setting(
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

/** An address that paths are appended to. */
export const baseUrl = setting(
  'it must be an http or https address without credentials, query, fragment or trailing slash',
  (text) => (isBaseUrl(text) ? text : undefined),
);

/** The sender of an email. */
export const mailbox = setting('it must be an email address, or a name with the address in <>', (text) =>
  Mailbox.safeParse(text).success ? text : undefined,
);

const isIssuer = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const web = url?.protocol === 'http:' || url?.protocol === 'https:';
  return web && url.username === '' && url.password === '' && /^https?:\/\/[^\s?#]+$/.test(text);
};

/** A trailing slash is part of the name of some issuers. */
export const issuer = setting('it must be an http or https address without credentials, query or fragment', (text) =>
  isIssuer(text) ? text : undefined,
);

/** A host name without scheme, port or path. */
export const domainName = setting('it must be a domain name in lower case, such as notify.example.com', (text) =>
  text.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(text) ? text : undefined,
);

/** CloudFront takes certificates from this one Region. */
export const certificateArn = setting(
  'it must be the ARN of an ACM certificate in us-east-1, where CloudFront looks for it',
  (text) => (/^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/.test(text) ? text : undefined),
);

const MAX_ORIGIN_SECRETS = 3;

/** Names of secrets, comma-separated. */
export const secretNames = setting(
  `it must be 1 to ${MAX_ORIGIN_SECRETS} different comma-separated names of up to 16 letters and digits`,
  (text) => {
    const names = splitList(text);
    const valid = names.length > 0 && names.length <= MAX_ORIGIN_SECRETS && new Set(names).size === names.length;
    return valid && names.every((name) => /^[a-zA-Z0-9]{1,16}$/.test(name)) ? names : undefined;
  },
);

/** A topic that alarms may be sent to. */
export const topicArn = setting('it must be the ARN of a standard SNS topic', (text) =>
  /^arn:aws[a-z-]*:sns:[a-z\d-]+:\d{12}:[\w-]{1,256}$/.test(text) ? text : undefined,
);

/**
 * Zones in which CloudFront cannot reach a VPC, by id: a name means another zone in another account.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-vpc-origins.html#vpc-origins-supported-regions
 * @see https://github.com/aws-samples/amazon-bedrock-samples/issues/606 a deployment that failed for `apne2-az1`
 */
export const WITHOUT_VPC_ORIGINS = ['apne1-az3', 'apne2-az1', 'cac1-az3', 'use1-az3', 'usw1-az2'];

/**
 * The ids of two zones, comma-separated: unlike their names, ids are the same in every account.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-vpc-origins.html#vpc-origins-supported-regions
 */
export const zoneIds = setting(
  `it must be two ids of zones of one Region such as use1-az1,use1-az2, and none of ${WITHOUT_VPC_ORIGINS.join(', ')}, which CloudFront cannot reach`,
  (text) => {
    const [first = '', second = '', ...others] = splitList(text);
    const regions = [first, second].map((id) => /^([a-z]{2,6}\d)-az\d$/.exec(id)?.[1]);
    const valid = regions[0] !== undefined && regions[0] === regions[1] && first !== second && others.length === 0;
    const reachable = ![first, second].some((id) => WITHOUT_VPC_ORIGINS.includes(id));
    return valid && reachable ? [first, second] : undefined;
  },
);

const TARGET = /^arn:aws[a-z-]*:(sns|sqs|events):[a-z\d*?-]+:[\d*?]{1,12}:[\w*?./-]+$/;

/** ARNs of topics, queues and buses, comma-separated; `*` and `?` mean what they mean in policies. */
export const targetArns = setting(
  'it must be comma-separated ARNs of SNS topics, SQS queues and event buses, which may hold * and ?, or empty',
  (text) => {
    const arns = splitList(text);
    return arns.every((arn) => TARGET.test(arn)) ? arns : undefined;
  },
);

/** What the CDK writes for `Aws.REGION` and the like until it is known. */
const TOKEN = String.raw`\$\{Token\[[\w.]+\]\}`;
const STATE_MACHINE = new RegExp(
  `^arn:(?:aws[a-z-]*|${TOKEN}):states:(?:[a-z\\d-]+|${TOKEN}):(?:\\d{12}|${TOKEN}):stateMachine:[\\w.@+=!()'-]{1,80}$`,
);

/** ARNs of state machines, comma-separated, without wildcards: each is whole in a policy. */
export const stateMachineArns = setting(
  'it must be comma-separated ARNs of state machines of Step Functions, without * and ?, or empty',
  (text) => {
    const arns = splitList(text);
    return arns.every((arn) => STATE_MACHINE.test(arn)) ? arns : undefined;
  },
);

/** Names of identity providers of a user pool, comma-separated. */
export const providerNames = setting(
  'it must be comma-separated names of identity providers of the user pool, or empty',
  (text) => {
    const names = splitList(text);
    return names.every((name) => /^[\w.-]{3,32}$/.test(name)) ? names : undefined;
  },
);

/** A client as its issuer names it. */
export const clientId = setting('it must be 1 to 255 visible characters', (text) =>
  /^[\x21-\x7e]{1,255}$/.test(text) ? text : undefined,
);
