import type { CallsPerSend } from '../calls/count-sends.ts';
import type { Item } from './bill.ts';
import type { Kind, Usage } from './sample.ts';

const KB = 1024;
const GB = KB ** 3;
const SQS_CHUNK = 64 * KB;
const API_CHUNK = 512 * KB;
/** The line that API Gateway writes for a request, by the format in `lib/constructs/edge/router-api.ts`. */
const ACCESS_LOG_BYTES = 180;

/** How long AWS bills an invocation for, milliseconds. Assumed, because a laptop is not AWS: see `docs/cost.md`. */
interface Durations {
  readonly ingestMs: number;
  readonly deliverAloneMs: number;
  readonly deliverTenMs: number;
}

/** A call of AWS takes 6 ms, a receiver 100 ms, and the processor has the share of 1,769 MB that the memory is. */
export const ASSUMED: Durations = { ingestMs: 30, deliverAloneMs: 150, deliverTenMs: 330 };

/** A month to price. */
export interface Month extends Kind {
  readonly messages: number;
  /** Of ingest and deliver-http, as the templates say. */
  readonly memoryGb: { readonly ingest: number; readonly deliver: number };
  readonly durations: Durations;
}

/** What a month of notifications uses when each batch of the deliverer holds `batch` jobs. */
export function variableItems(usage: Usage, month: Month, batch: 1 | 10): Item[] {
  const { messages, channels, bodyBytes, memoryGb, durations } = month;
  const batches = (messages * channels) / batch;
  const deliver = batch === 1 ? usage.deliverAlone : usage.deliverTen;
  const deliverMs = batch === 1 ? durations.deliverAloneMs : durations.deliverTenMs;
  const all = [...usage.ingest, ...deliver];
  const logBytes = usage.logBytes.ingest + (batch === 1 ? usage.logBytes.deliverAlone : usage.logBytes.deliverTen);
  const times = (perNotification: number) => perNotification * messages;
  const enqueues = sum(
    all,
    isEnqueue,
    ({ calls, requestBytes }) => calls * Math.max(1, Math.ceil(requestBytes / calls / SQS_CHUNK)),
  );
  return [
    { what: 'HTTP API', key: 'http-api', amount: times(Math.ceil(bodyBytes / API_CHUNK)) },
    { what: 'ingest: invocations', key: 'lambda-request', amount: messages },
    { what: 'ingest: time', key: 'lambda-arm', amount: (times(durations.ingestMs) / 1000) * memoryGb.ingest },
    { what: 'deliver-http: invocations', key: 'lambda-request', amount: batches },
    { what: 'deliver-http: time', key: 'lambda-arm', amount: ((batches * deliverMs) / 1000) * memoryGb.deliver },
    { what: 'writes of ingest', key: 'dynamodb-write', amount: times(sum(usage.ingest, isWrite, units)) },
    { what: 'reads of ingest', key: 'dynamodb-read', amount: times(sum(usage.ingest, isRead, units)) },
    { what: 'writes of deliveries', key: 'dynamodb-write', amount: times(sum(deliver, isWrite, units)) },
    { what: 'reads of deliveries', key: 'dynamodb-read', amount: times(sum(deliver, isRead, units)) },
    { what: 'SQS: sending', key: 'sqs-request', amount: times(enqueues) },
    { what: 'SQS: message groups', key: 'sqs-fair', amount: times(enqueues) },
    { what: 'SQS: receiving and deleting', key: 'sqs-request', amount: 2 * batches },
    { what: 'S3 writes', key: 's3-put', amount: times(sum(all, isPut, calls)) },
    { what: 'S3 reads', key: 's3-get', amount: times(sum(all, isGet, calls)) },
    { what: 'logs', key: 'logs-ingest', amount: times(logBytes + ACCESS_LOG_BYTES) / GB },
  ];
}

/** What is kept for 30 days, once the first month is over. */
export function storedItems(usage: Usage, { messages, bodyBytes }: Month): Item[] {
  const writes = [...usage.ingest, ...usage.deliverAlone];
  // Of a row that is written twice, the larger half; keys and marks of an index add a little that is left out.
  const rowBytes =
    sum(usage.ingest, isWrite, ({ requestBytes }) => requestBytes) +
    sum(usage.deliverAlone, isWrite, ({ responseBytes }) => responseBytes / 2);
  const rows = (messages * rowBytes) / GB;
  const bodies = sum(writes, isPut, calls) > 0 ? (messages * bodyBytes) / GB : 0;
  return [
    { what: 'rows', key: 'dynamodb-storage', amount: rows },
    { what: 'their recovery', key: 'dynamodb-recovery', amount: rows },
    { what: 'large bodies', key: 's3-storage', amount: bodies },
  ];
}

type Test = (call: CallsPerSend) => boolean;

const isWrite: Test = ({ service, operation }) => service === 'dynamodb' && /Write|Put|Update|Delete/.test(operation);
const isRead: Test = ({ service, operation }) => service === 'dynamodb' && /Get|Query/.test(operation);
const isEnqueue: Test = ({ service, operation }) => service === 'sqs' && operation.startsWith('SendMessage');
const isPut: Test = ({ service, operation }) => service === 's3' && operation === 'PutObject';
const isGet: Test = ({ service, operation }) => service === 's3' && operation === 'GetObject';
const units = ({ capacityUnits }: CallsPerSend): number => capacityUnits;
const calls = ({ calls: count }: CallsPerSend): number => count;

function sum(all: readonly CallsPerSend[], test: Test, read: (call: CallsPerSend) => number): number {
  return all.filter(test).reduce((total, call) => total + read(call), 0);
}
