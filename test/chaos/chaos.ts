import { type FaultPlan, generator } from '../../local/door/faults.ts';
import { managementApi } from '../integration/api.ts';
import type { Stack } from '../integration/stack.ts';
import { type Account, accountFor, isOver, isScheduled, type KnownDelivery } from './accounts.ts';
import { accountForPosts, connectAlerts, type PostAccount, reportOf } from './alerts.ts';
import { drain, type Target, untilCounted, untilShown } from './drain.ts';
import type { FiguresReport } from './figures.ts';
import { freeze } from './frozen-state.ts';
import { type Monkey, startMonkey } from './monkey.ts';
import { type ChaosReceiver, startChaosReceiver } from './receivers.ts';

export interface ChaosOptions {
  /** Notifications to send. */
  readonly count: number;
  readonly seed: number;
  /** Names of receivers; healthy ones get everything, the others an equal share each. */
  readonly receivers: readonly string[];
  /** What is broken while it is sent, at which share of the notifications. */
  readonly breaks: readonly { readonly at: number; readonly what: 'instance' | 'stack' }[];
  readonly faults: Partial<FaultPlan>;
  /** How long deliveries may take after the last send. */
  readonly drainMs: number;
  readonly log: (line: string) => void;
}

export interface ChaosReport {
  readonly sent: number;
  readonly acknowledged: number;
  /** Acknowledged, but not among the stored messages. */
  readonly notStored: readonly string[];
  readonly accounts: readonly Account[];
  readonly posts: readonly PostAccount[];
  /** Deliveries of alerts that came to no end and wait for nothing. */
  readonly lostOfAlerts: readonly string[];
  readonly figures: FiguresReport;
  readonly faults: ReadonlyMap<string, number>;
  readonly cuts: ReadonlyMap<string, number>;
  readonly seconds: number;
}

const LANES = 16;
/** Short, so that what fails for good does so within the run. */
const SETTINGS = { RETRY_SCHEDULE: '1,2,4,8', LIVE_STREAM: 'off' };
const LARGE_BODY_SHARE = 0.05;
/** Every so many messages are about an alert. */
const ALERT_EVERY = 3;

/** Sends notifications to a stack that is being broken, and accounts for every one that was acknowledged. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const startedAt = Date.now();
  const monkey = await startMonkey(SETTINGS);
  const receivers = await Promise.all(
    options.receivers.map((name, index) => startChaosReceiver(name, options.seed + index)),
  );
  const stops: (() => Promise<void>)[] = [];
  try {
    const { endpointUrl, targets } = await connect(monkey.stack(), receivers);
    const alerting = await connectAlerts(managementApi(monkey.stack()));
    stops.push(...alerting.posts.map((target) => async () => target.stop()));
    await monkey.startFaults({ ...options.faults, seed: options.seed });
    const acknowledged = await sendAll(options, { monkey, endpointUrl, alertsUrl: alerting.endpointUrl, receivers });
    await monkey.stopFaults();
    options.log(`${acknowledged.size} of ${options.count} acknowledged; waiting for their deliveries`);
    const channels = [
      ...targets.map(({ receiver, channelId }) => ({ channelId, isHealthy: receiver.isHealthy })),
      ...alerting.posts.map(({ channelId }) => ({ channelId, isHealthy: true })),
    ];
    await drain(options, { monkey, acknowledged, channels });
    await untilShown(monkey);
    await untilCounted(monkey, acknowledged.size);
    const frozen = await freeze(monkey.stack());
    const known = Map.groupBy(
      frozen.deliveries.filter(({ messageId }) => acknowledged.has(messageId)),
      ({ channelId }) => channelId,
    );
    const accounts = targets.map(({ receiver, channelId }) =>
      accountFor({ receiver, channelId, cuts: monkey.cuts, deliveries: known.get(channelId) ?? [] }),
    );
    return {
      sent: options.count,
      acknowledged: acknowledged.size,
      notStored: [...acknowledged].filter((id) => !frozen.messages.has(id)),
      accounts,
      posts: alerting.posts.map((target) => accountForPosts({ ...frozen, stored: frozen.posts }, target)),
      lostOfAlerts: alerting.posts.flatMap(({ channelId }) => lostAmong(known.get(channelId) ?? [])),
      figures: frozen.figures,
      faults: monkey.faults,
      cuts: new Map(
        Map.groupBy(monkey.cuts, ({ kind }) => kind)
          .entries()
          .map(([kind, { length }]) => [kind, length]),
      ),
      seconds: Math.round((Date.now() - startedAt) / 1000),
    };
  } finally {
    await monkey.end();
    await Promise.all([...receivers.map(async (receiver) => receiver.stop()), ...stops.map(async (stop) => stop())]);
  }
}

/** One webhook; healthy receivers get everything, each of the others what names it. */
async function connect(stack: Stack, receivers: readonly ChaosReceiver[]) {
  const api = managementApi(stack);
  const webhook = await api.createWebhook({ name: 'Chaos' });
  const targets: Target[] = [];
  for (const receiver of receivers) {
    const { id } = await api.createChannel({ kind: 'webhook', name: receiver.name, config: { url: receiver.url } });
    const filter = receiver.isHealthy ? null : { path: 'receiver', op: 'eq', value: receiver.name };
    await api.link(webhook.id, id, { filter });
    targets.push({ receiver, channelId: id });
  }
  return { endpointUrl: webhook.endpointUrl, targets };
}

interface Sending {
  readonly monkey: Monkey;
  readonly endpointUrl: string;
  /** A webhook with a lifecycle. */
  readonly alertsUrl: string;
  readonly receivers: readonly ChaosReceiver[];
}

/** @returns the ids of the acknowledged messages. */
async function sendAll(options: ChaosOptions, { monkey, endpointUrl, alertsUrl, receivers }: Sending) {
  const random = generator(options.seed);
  const troubled = receivers.filter(({ isHealthy }) => !isHealthy).map(({ name }) => name);
  const acknowledged = new Set<string>();
  const breaks = [...options.breaks];
  let broken: Promise<void> = Promise.resolve();
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let n = next; n < options.count; n = next) {
      next += 1;
      if (breaks[0] !== undefined && n >= breaks[0].at * options.count) broken = breakIt(breaks.shift()!.what);
      const receiver = troubled[n % Math.max(1, troubled.length)];
      const filler = random() < LARGE_BODY_SHARE ? 'x'.repeat(10_000) : '';
      const isOfAlert = n % ALERT_EVERY === 0;
      const body = isOfAlert ? reportOf(n, random) : { message: `notification ${n}`, receiver, filler };
      const messageId = await sendOne(isOfAlert ? alertsUrl : endpointUrl, body);
      if (messageId === undefined) await broken;
      else acknowledged.add(messageId);
    }
  };
  const breakIt = async (what: 'instance' | 'stack'): Promise<void> => {
    options.log(
      `killing ${what === 'stack' ? 'the whole stack' : 'an instance'} after ${acknowledged.size} acknowledged`,
    );
    await (what === 'stack' ? monkey.killStack() : monkey.killInstance(random));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await broken;
  return acknowledged;
}

/** The id of an acknowledged message: only what the sender has read is acknowledged. */
async function sendOne(url: string, body: object): Promise<string | undefined> {
  try {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    if (response.status !== 201) return undefined;
    const { messageId }: { messageId: string } = JSON.parse(await response.text());
    return messageId;
  } catch {
    return undefined;
  }
}

function lostAmong(deliveries: readonly KnownDelivery[]): string[] {
  const lost = deliveries.filter((one) => !isOver(one) && !isScheduled(one));
  return lost.map(({ messageId, channelId }) => `${messageId}#${channelId}`);
}

/** Whether posts show where their alerts stand; strays are there only by lost answers, and never where we name posts. */
function arePostsRight({ posts, lostOfAlerts, cuts }: Pick<ChaosReport, 'posts' | 'lostOfAlerts' | 'cuts'>): boolean {
  const cutOff = [...cuts.values()].reduce((sum, count) => sum + count, 0);
  const isRight = ({ wrong, strays, namesPosts }: PostAccount) =>
    wrong.length === 0 && strays >= 0 && strays <= (namesPosts ? 0 : cutOff);
  return lostOfAlerts.length === 0 && posts.every(isRight);
}

/** Whether nothing was lost, every repetition is explained, and figures and posts say what the tables say. */
export function isSound(report: ChaosReport): boolean {
  const { notStored, accounts, figures, acknowledged } = report;
  if (!arePostsRight(report)) return false;
  if (figures.wrong.length > 0 || figures.countedByStack < acknowledged) return false;
  return notStored.length === 0 && accounts.every(({ lost, unexplained }) => lost.length + unexplained.length === 0);
}
