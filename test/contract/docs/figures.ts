import { shareConcurrency } from '../../../lib/constructs/delivery/concurrency.ts';
import { DAILY_LIMIT } from '../../../core/directory/daily-limit.ts';
import { MAX_ENDPOINT_BYTES } from '../../../core/directory/endpoint.ts';
import { MAX_LINKS_PER_WEBHOOK } from '../../../core/directory/webhook.ts';
import { MAX_FILTER_STEPS } from '../../../core/filter/step-budget.ts';
import { SLOW_MS } from '../../../core/delivery/channel-health.ts';
import { LIVE_EVENT_LIFETIME_SECONDS } from '../../../core/live/live-event.ts';
import { REPLAY_LIMIT } from '../../../core/live/replay.ts';
import { MAX_MESSAGE_CHARACTERS, MAX_TITLE_CHARACTERS } from '../../../core/notification/clean-text.ts';
import { FAN_OUT_SECONDS, MAX_FAN_OUT } from '../../../core/sending/fan-out.ts';
import { MAX_STEPS, MAX_TEMPLATE_LENGTH } from '../../../core/notification/liquid.ts';
import { MAX_OUTPUT_LENGTH } from '../../../core/notification/liquid/emitters.ts';
import { INLINE_PAYLOAD_BYTES, MESSAGE_LIFETIME_SECONDS } from '../../../core/delivery/message.ts';
import { MESSAGE_SHARDS } from '../../../core/message/message-id.ts';
import { MAX_TAGS_LENGTH } from '../../../core/notification/tags.ts';
import { MAX_RETRIES, MAX_RETRY_WAIT_SECONDS } from '../../../core/directory/channel.ts';
import { MAX_ATTEMPTS_KEPT } from '../../../core/delivery/delivery.ts';
import { MAX_BODY_DEPTH } from '../../../lambdas/management/nesting.ts';
import { failuresPerAddress, requestsPerCredential } from '../../../lambdas/management/rate-limit.ts';
import { DELIVER_HTTP_TIMEOUT, DELIVERY_TIMEOUT } from '../../../lib/constructs/delivery/limits.ts';
import { METRICS } from '../../../core/telemetry/metrics.ts';
import { DRAIN_TIME } from '../../../lib/constructs/streaming/timeouts.ts';
import { constantIn, numberIn } from './source.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const DAY = 24 * 60 * 60;

const grouped = (value: number): string => value.toLocaleString('en-US');
const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const inWords = (value: number): string => NUMBERS[value] ?? grouped(value);

const HEALTH = 'core/delivery/channel-health.ts';
const DELIVERY = 'lambdas/delivery-function.ts';
const HANDLER = 'lambdas/delivery-handler.ts';
const STREAMS = 'live-stream/wiring.ts';
const QUEUE = 'lib/constructs/queues/work-queue.ts';

const perHost = numberIn(DELIVERY, /perHost: (\d+)/);
const leaseSeconds = constantIn(DELIVERY, 'LEASE_MS') / 1000;
const share = shareConcurrency(80);
const [batches, slowBatches, awsBatches] = [share.outbound, share.slow, share.aws];
const batchSize = numberIn(QUEUE, /batchSize: (\d+)/);
const visibilityMinutes = (constantIn(QUEUE, 'VISIBILITY_FACTOR') * DELIVER_HTTP_TIMEOUT.toSeconds()) / 60;
const maxReceives = constantIn(QUEUE, 'MAX_RECEIVES');
const queueDays = numberIn(QUEUE, /new Queue\(this, 'Queue', \{[^}]*retentionPeriod: Duration\.days\((\d+)\)/);
const deadLetterDays = numberIn(QUEUE, /'DeadLetterQueue', \{[^}]*retentionPeriod: Duration\.days\((\d+)\)/);
const memoryOf = (file: string): number => numberIn(`lib/constructs/${file}.ts`, /memorySizeMb: (\d+)/);
const breakerOutages = constantIn(HEALTH, 'OUTAGES_TO_OPEN');
const slowAtOnce = constantIn('core/delivery/gate/pace.ts', 'SLOW_CONCURRENCY');
const jitter = numberIn('core/delivery/backoff.ts', /JITTER = ([\d.]+)/) * 100;
const attemptSeconds = DELIVERY_TIMEOUT.toSeconds();
const readerMib = constantIn(STREAMS, 'MAX_WAITING_BYTES') / MIB;
const taskMib = constantIn(STREAMS, 'MAX_BACKLOG_BYTES') / MIB;
const keepaliveSeconds = constantIn(STREAMS, 'KEEPALIVE_MS') / 1000;
const awsTries = constantIn('adapters/aws/channels/clients.ts', 'MAX_ATTEMPTS');
const body = { first: constantIn('adapters/http/exchange.ts', 'MAX_RESPONSE_BYTES') / KIB };

/**
 * What pages say with a number of ours in it, put together from the number that the code has: change the number, and
 * the test names the page and the words to write.
 */
export const figures: Readonly<Record<string, readonly string[]>> = {
  'docs/limits.md': [
    `${batches} × ${batchSize} deliveries at a time | batches of deliver-http run side by side: ${batches * batchSize} requests`,
    `its ${inWords(MESSAGE_SHARDS)} shards take 1,000 write units`,
    `| requests to one host from one instance | ${perHost} at a time |`,
    `| title, message | ${grouped(MAX_TITLE_CHARACTERS)} and ${grouped(MAX_MESSAGE_CHARACTERS)} characters`,
    `| tags of a message together | ${grouped(MAX_TAGS_LENGTH)} characters`,
    `| management API | ${requestsPerCredential.perSecond} requests a second for each token, bursts of ${requestsPerCredential.burst} |`,
    `| ${grouped(MAX_FAN_OUT)} in ${inWords(FAN_OUT_SECONDS / DAY)} days, in each organisation |`,
    `| steps of all filters of a send | ${grouped(MAX_FILTER_STEPS)},`,
    `| steps of one template | ${grouped(MAX_STEPS)},`,
    `| pattern of a \`matches\` | ${grouped(constantIn('core/filter/operand.ts', 'MAX_PATTERN_CHARACTERS'))} characters, about ${grouped(constantIn('core/filter/operand.ts', 'MAX_PATTERN_SIZE'))} instructions |`,
    `| nesting of a request to the API | ${grouped(MAX_BODY_DEPTH)} levels |`,
    `| ${readerMib} MiB for a reader, ${taskMib} MiB for all of a task |`,
    `| links of a webhook | ${MAX_LINKS_PER_WEBHOOK} |`,
    `payloads above ${INLINE_PAYLOAD_BYTES / KIB} KB go to S3; a webhook with links and templates above ${MAX_ENDPOINT_BYTES / KIB} KB is refused`,
    `| retention of a queue | ${deadLetterDays} days | of the dead letters; the work queues keep ${queueDays} |`,
    `${constantIn('lib/constructs/edge/body-limit.ts', 'FRONT_DOOR_BYTES') / MIB} MiB at most: a Lambda event holds 6 MB`,
    `| the router has 1, ${Object.keys(METRICS).length} and about`,
  ],
  'docs/delivery.md': [
    `under a claim of ${leaseSeconds} s`,
    `A row keeps its first ${MAX_ATTEMPTS_KEPT - 1} attempts and the newest`,
    `Each request takes at most ${attemptSeconds} s`,
    `asked side by side, ${constantIn('core/delivery/send-each.ts', 'AT_ONCE')} at a time. No request begins later than ${constantIn('core/delivery/send.ts', 'BEGIN_WITHIN_MS') / 1000} s after the attempt did (${constantIn('lambdas/management/index.ts', 'TEST_BEGINS_WITHIN_MS') / 1000} s in a channel test)`,
    `**${grouped(MAX_FAN_OUT)} in ${inWords(FAN_OUT_SECONDS / DAY)} days** is refused with 508`,
    `each ±${jitter} %`,
    `1 to ${MAX_RETRIES} waits of 1 to ${grouped(MAX_RETRY_WAIT_SECONDS)} seconds`,
    `Waits up to ${constantIn('core/delivery/row/plan-retry.ts', 'MAX_QUEUE_DELAY_SECONDS') / 60} minutes are queue messages`,
    `works on at most **${perHost}** deliveries to one host at a time`,
    `has been out for **${SLOW_MS / 1000} s** is marked as slow`,
    `with at most **${slowBatches}** batches at a time beside the **${batches}** of the ordinary queue, and gets ${slowAtOnce} requests at a time over all instances`,
    `**${breakerOutages} outages in a row**`,
    `After **${constantIn(HEALTH, 'FIRST_OPEN_MS') / 1000} s** one of them goes as a **probe**; each probe that fails doubles the time, to **${constantIn(HEALTH, 'LONGEST_OPEN_MS') / 60_000} min** at most`,
    `followed by another after ${constantIn('core/delivery/gate/admit.ts', 'PROBE_MS') / 1000} s`,
    `after **${constantIn('core/delivery/effects/record-health.ts', 'FAILING_TOO_LONG_MS') / 1000 / DAY} days** of nothing but failures`,
    `SQS shows the job again after ${visibilityMinutes} min. At the fifth receive`,
    `the deliverer crashed on it ${maxReceives - 1} times`,
    `${numberIn(HANDLER, /PAUSES_SECONDS = \{ first: (\d+)/)} s, 1 min, … ${numberIn(HANDLER, /PAUSES_SECONDS = \{ first: \d+, longest: (\d+)/) / 60} min, ${constantIn('lambdas/delivery-handler.ts', 'MAX_INTERRUPTIONS')} times`,
  ],
  'docs/architecture.md': [
    `the lease (${leaseSeconds} s) outlives the function (${DELIVER_HTTP_TIMEOUT.toSeconds()} s)`,
    `${LIVE_EVENT_LIFETIME_SECONDS / 3600}\nhours of them are the replay window`,
    `a payload above ${INLINE_PAYLOAD_BYTES / KIB} KB goes to S3 first`,
    `Waits up to ${constantIn('core/delivery/row/plan-retry.ts', 'MAX_QUEUE_DELAY_SECONDS') / 60} minutes are a delayed SQS message`,
  ],
  'docs/reliability.md': [
    `tried again within ${visibilityMinutes} minutes`,
    `(a claim is ${leaseSeconds - DELIVER_HTTP_TIMEOUT.toSeconds()} s longer than a function may run)`,
    `shows up again after ${visibilityMinutes} min; the claim of ${leaseSeconds} s has ended by then`,
    `given up after 5 s and tried again: four tries, ${inWords(awsTries)} for what a channel sends`,
    `ends by a timer of its own after ${attemptSeconds} s`,
    `to ${constantIn('core/delivery/reconcile.ts', 'PATIENCE_MS') / 60_000} minutes ago`,
  ],
  'docs/performance.md': [`${inWords(perHost)} requests at a time to one host`],
  'docs/live-stream.md': [
    `back ${LIVE_EVENT_LIFETIME_SECONDS / 3600} hours and ${grouped(REPLAY_LIMIT)} events`,
    `with up to ${readerMib} MiB waiting for them`,
    `more than ${taskMib} MiB wait for all readers of a task`,
    `every ${keepaliveSeconds} seconds there is \`: keepalive\``,
    `died after ${inWords(constantIn('live-stream/limits/task-lease.ts', 'DEAD_AFTER_MS') / 1000)} seconds`,
    `not arrived within ${inWords(constantIn(STREAMS, 'REQUEST_MS') / 1000)} seconds is answered 408`,
    `end streams over ${DRAIN_TIME.toSeconds()} seconds`,
    `a heartbeat every ${inWords(constantIn('live-stream/limits/task-lease.ts', 'BEAT_MS') / 1000)} seconds`,
  ],
  'docs/scale.md': [
    `${batches} batches of ${batchSize}`,
    `15 s of a function with ${memoryOf('delivery/deliver-http')} MB`,
    `| sweeper, ${memoryOf('delivery/sweeper')} MB, 10 min |`,
    `every ${constantIn('live-stream/source/poll-pace.ts', 'BUSY_MS')} ms after an event`,
  ],
  'docs/templates.md': [
    `| source | ${grouped(MAX_TEMPLATE_LENGTH)} characters, blocks at most ${constantIn('core/notification/liquid/bounded-parser.ts', 'MAX_NESTING')} deep`,
    `| output | ${grouped(MAX_OUTPUT_LENGTH)} characters`,
    `| steps | ${grouped(MAX_STEPS)}, of which a round of a loop takes ${constantIn('core/notification/liquid.ts', 'BLOCK_COST')} and more`,
    `| time | ${constantIn('core/notification/liquid.ts', 'TIME_LIMIT_MS') / 1000} s,`,
  ],
  'docs/api.md': [
    `(1 to ${constantIn('lambdas/management/cursor.ts', 'MAX_LIMIT')}, default ${constantIn('lambdas/management/cursor.ts', 'DEFAULT_LIMIT')})`,
    `${DAILY_LIMIT} organisations and ${DAILY_LIMIT} invitations a day`,
    `The rate limit is ${requestsPerCredential.perSecond} requests a second per token, or person, with a burst of ${requestsPerCredential.burst}`,
    `more than ${failuresPerAddress.burst} credentials that prove nothing, and then more than ${inWords(failuresPerAddress.perSecond)} a second`,
    `at most ${MAX_LINKS_PER_WEBHOOK} channels, and with its filters and templates at most ${MAX_ENDPOINT_BYTES / KIB} KB`,
    `deleted when their ${MESSAGE_LIFETIME_SECONDS / DAY} days are over`,
    `nests deeper than ${grouped(MAX_BODY_DEPTH)} levels`,
    `more than ${grouped(constantIn('core/directory/audit.ts', 'MAX_FIELD_CHARACTERS'))} characters is only counted`,
    `within ${inWords(constantIn('core/directory/invitations.ts', 'LIFETIME_SECONDS') / DAY)} days`,
    `${inWords(constantIn('core/directory/tokens.ts', 'MAX_LINEAGE')).replace(/^e/, 'E')} tokens in a row`,
  ],
  'docs/cost.md': [
    `| ingest, one invocation at ${memoryOf('sending/ingest')} MB |`,
    `| deliver-http, ${inWords(batchSize)} jobs at ${memoryOf('delivery/deliver-http')} MB |`,
  ],
  'docs/local-runner.md': [
    `${numberIn('local/boot/functions.ts', /INSTANCES = \{[^}]*other: (\d+)/)} invocations of a function at a time, ${numberIn('local/boot/functions.ts', /INSTANCES = \{[^}]*mapping: (\d+)/)} for each queue that feeds one`,
  ],
  'CONTRIBUTING.md': [`notice less than ${numberIn('stryker.config.json', /"break": (\d+)/)} % of the changes`],
  'docs/secrets.md': [
    `the data key, for ${inWords(constantIn('adapters/aws/secrets/key-cache.ts', 'CACHE_MS') / 60_000)} minutes`,
  ],
  'docs/deploy.md': [
    `${numberIn('lib/constructs/storage/bodies.ts', /TAKE_BACK = Duration\.days\((\d+)\)/)} days: what was deleted or overwritten stays`,
  ],
  'docs/email.md': [`sends ${inWords(awsBatches)} mails at a time at most`],
  'docs/runbook.md': [
    `runs ${batches} batches of ${inWords(batchSize)} at a time`,
    `after the visibility timeout (${visibilityMinutes} minutes)`,
    `a work queue: the oldest job is 30 minutes old`,
    `They are ${inWords(Object.keys(METRICS).length)} because ten are free`,
  ],
  'docs/threat-model.md': [
    `${MESSAGE_LIFETIME_SECONDS / DAY} days; live events ${LIVE_EVENT_LIFETIME_SECONDS / 3600} hours`,
    `${readerMib} MiB may wait for a reader and ${taskMib} MiB for all of a task`,
    `${body.first} KB of a body, ${body.first * 8} KB in all`,
    `${DAILY_LIMIT} of each a day`,
    `${grouped(MAX_FAN_OUT)} channels for one origin`,
    `${requestsPerCredential.perSecond} requests a second per token`,
  ],
};
