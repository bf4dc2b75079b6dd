import { SqsError } from './errors.ts';

/** The account and region every local resource lives in. */
const accountId = '000000000000';
const region = 'us-east-1';

/** Turns queue names into the URLs and ARNs that clients see, and back. */
export type QueueAddresses = {
  readonly url: (name: string) => string;
  readonly arn: (name: string) => string;
  /** The queue name in a URL, an ARN or a bare name. Only the last part counts: the base URL may have changed since. */
  readonly nameOf: (address: string) => string;
};

/** @param baseUrl origin (and path) under which queue URLs are handed out, e.g. `http://127.0.0.1:9324`. */
export const queueAddresses = (baseUrl: string): QueueAddresses => {
  const base = baseUrl.replace(/\/+$/, '');
  return {
    url: (name) => `${base}/${accountId}/${name}`,
    arn: (name) => `arn:aws:sqs:${region}:${accountId}:${name}`,
    nameOf: (address) => address.slice(Math.max(address.lastIndexOf('/'), address.lastIndexOf(':')) + 1),
  };
};

/** @throws {SqsError} `InvalidParameterValue` unless the name could be a standard queue's. */
export const checkQueueName = (name: string): void => {
  if (/^[\w-]{1,80}$/.test(name)) return;
  throw new SqsError(
    'InvalidParameterValue',
    'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length. FIFO queues are not offered.',
  );
};
