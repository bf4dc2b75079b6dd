import { type FaultPlan, generator } from '../../local/door/faults.ts';
import { managementApi } from '../integration/api.ts';
import type { Stack } from '../integration/stack.ts';
import { type Account, accountFor } from './accounts.ts';
import { drain, type Target, untilCounted } from './drain.ts';
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
  readonly figures: FiguresReport;
  readonly faults: ReadonlyMap<string, number>;
  readonly cuts: ReadonlyMap<string, number>;
  readonly seconds: number;
}

const LANES = 16;
/** Short, so that what fails for good does so within the run. */
const SETTINGS = { RETRY_SCHEDULE: '1,2,4,8', LIVE_STREAM: 'off' };
const LARGE_BODY_SHARE = 0.05;

/** Sends notifications to a stack that is being broken, and accounts for every one that was acknowledged. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const startedAt = Date.now();
  const monkey = await startMonkey(SETTINGS);
  const receivers = await Promise.all(
    options.receivers.map((name, index) => startChaosReceiver(name, options.seed + index)),
  );
  try {
    const { endpointUrl, targets } = await connect(monkey.stack(), receivers);
    await monkey.startFaults({ ...options.faults, seed: options.seed });
    const acknowledged = await sendAll(options, { monkey, endpointUrl, receivers });
    await monkey.stopFaults();
    options.log(`${acknowledged.size} of ${options.count} acknowledged; waiting for their deliveries`);
    await drain(options, { monkey, acknowledged, targets });
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
    await Promise.all(receivers.map((receiver) => receiver.stop()));
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
  readonly receivers: readonly ChaosReceiver[];
}

/** @returns the ids of the acknowledged messages. */
async function sendAll(options: ChaosOptions, { monkey, endpointUrl, receivers }: Sending) {
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
      const messageId = await sendOne(endpointUrl, { message: `notification ${n}`, receiver, filler });
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

/** Whether nothing was lost, every repetition is explained, and figures say what the tables say. */
export function isSound({ notStored, accounts, figures, acknowledged }: ChaosReport): boolean {
  if (figures.wrong.length > 0 || figures.countedByStack < acknowledged) return false;
  return notStored.length === 0 && accounts.every(({ lost, unexplained }) => lost.length + unexplained.length === 0);
}
