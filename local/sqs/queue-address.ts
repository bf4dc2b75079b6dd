import { SqsError } from './errors.ts';

/** The account and region every local resource lives in. */
const ACCOUNT_ID = '000000000000';
const REGION = 'us-east-1';

/** Turns queue names into the URLs and ARNs that clients see, and back. */
export interface QueueAddresses {
  readonly url: (name: string) => string;
  readonly arn: (name: string) => string;
  /** The queue name in a URL, an ARN or a bare name. Only the last part counts: the base URL may have changed since. */
  readonly nameOf: (address: string) => string;
}

/** @param baseUrl origin (and path) of the queue URLs that clients get, e.g. `http://127.0.0.1:9324`. */
export function createQueueAddresses(baseUrl: string): QueueAddresses {
  const base = baseUrl.replace(/\/+$/, '');
  return {
    url: (name) => `${base}/${ACCOUNT_ID}/${name}`,
    arn: (name) => `arn:aws:sqs:${REGION}:${ACCOUNT_ID}:${name}`,
    nameOf: (address) => address.slice(Math.max(address.lastIndexOf('/'), address.lastIndexOf(':')) + 1),
  };
}

/** @throws {SqsError} `InvalidParameterValue` unless the name could be a standard queue's. */
export function checkQueueName(name: string): void {
  if (/^[\w-]{1,80}$/.test(name)) return;
  throw new SqsError(
    'InvalidParameterValue',
    'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length. FIFO queues are not offered.',
  );
}
