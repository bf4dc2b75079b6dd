import { applyChange } from '../../../core/alert/apply-change.ts';
import { type Alert, followerOf, markOf } from '../../../core/alert/alert.ts';
import type { Change } from '../../../core/alert/change.ts';
import type { Delivery } from '../../../core/delivery/delivery.ts';
import { type DeliveryJob, jobOfAttempt } from '../../../core/delivery/job.ts';
import type { Message } from '../../../core/delivery/message.ts';
import type { PostPorts } from '../../../core/delivery/alert-posts.ts';
import type { ChannelHealth } from '../../../core/delivery/channel-health.ts';
import { createSend } from '../../../core/delivery/send.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { memoryAlertHeads, memoryPosts } from '../../fakes/alerts.ts';
import type { Board } from '../../vendors/board.ts';
import { MESSAGE_URL } from '../../vendors/notifications.ts';
import { channelOf } from '../../vendors/send-to.ts';
import { type FakeVendor, responseOf, seen, type VendorRequest } from '../../vendors/vendor.ts';
import { type Around, job, message, rig } from './rig.ts';

/** What a message says, beside what every one says. */
interface Said extends Partial<Omit<Change, 'messageId'>> {
  readonly text?: string;
  /** Its alert is written, and then its sender's request comes to nothing. */
  readonly isLost?: true;
  /** Nobody can read it any more when its delivery is made. */
  readonly isGone?: true;
}

/** Alerts of one webhook and a channel of a vendor whose board shows what people see, with all of the deliverer between. */
export function alertWorld(vendor: FakeVendor, board: Pick<Board, 'answer'>, changes: Partial<Channel> = {}) {
  let serial = 0;
  const heads = memoryAlertHeads();
  const memory = memoryPosts(heads);
  const world = {
    channel: { ...channelOf(vendor), ...changes } satisfies Channel,
    isLinked: true,
    /** The people of the channel may change the alert. */
    answers: false,
    isQueueFull: false,
    /** Turns of the vendor's pace that were taken. */
    turns: 0,
    answer: (request: VendorRequest) => board.answer(request),
    posts: { ...memory } satisfies PostPorts,
  };
  const outside: { around: Around; health: ChannelHealth } = { around: async (call) => call(), health: {} };
  const requests: VendorRequest[] = [];
  const queue: DeliveryJob[] = [];
  const messages = new Map<string, Message>();

  const send = createSend({
    http: {
      send: async (request) => {
        const received = seen(request);
        requests.push(received);
        return responseOf(world.answer(received));
      },
    },
    now: () => made.clock.now,
    messageUrl: () => MESSAGE_URL,
  });
  const posts: PostPorts = {
    read: async (...at) => world.posts.read(...at),
    readPrevious: async (...at) => world.posts.readPrevious(...at),
    readMessage: async (...at) => world.posts.readMessage(...at),
    hold: async (at) => world.posts.hold(at),
    settle: async (...at) => world.posts.settle(...at),
    release: async (...at) => world.posts.release(...at),
    close: async (...at) => world.posts.close(...at),
  };
  const made = rig([], {
    around: async (call) => outside.around(call),
    ports: {
      posts,
      send,
      jobs: {
        async enqueue(jobs) {
          if (world.isQueueFull) return [...jobs];
          queue.push(...jobs);
          return [];
        },
      },
      paces: {
        async takeTurn(_, now) {
          world.turns += 1;
          return now;
        },
      },
      context: {
        read: async ({ messageId }) => {
          const found = messages.get(messageId);
          return {
            ...(found === undefined ? {} : { message: found }),
            channel: world.channel,
            linked: world.isLinked,
            answers: world.answers,
            health: outside.health,
          };
        },
      },
    },
  });

  async function say({ text, isLost, isGone, ...change }: Said = {}): Promise<Message> {
    serial += 1;
    const id = `msg_01HZ${String(serial).padStart(22, '0')}`;
    const { status = 'firing' } = change;
    const now = made.clock.now;
    const whole: Change = {
      organizationId: 'org_1',
      webhookId: 'wh_1',
      webhookName: 'CI',
      key: 'disk',
      status,
      messageId: id,
      now,
      at: now,
      by: { type: 'sender' },
      matched: [followerOf({ kind: world.channel.kind, channelId: world.channel.id })],
      hops: [],
      ...change,
    };
    const changed = await applyChange({ heads, now: () => now, pause: async () => {} }, whole, false);
    const { after } = changed ?? {};
    if (after === undefined) throw new Error('There is no alert.');
    const { priority } = change;
    const said: Message = {
      ...message,
      id,
      content: {
        title: 'Disk',
        message: text ?? `said ${serial}`,
        tags: [],
        ...(priority === undefined ? {} : { priority }),
      },
      receivedAt: new Date(now).toISOString(),
      routing: [{ channelId: world.channel.id, kind: world.channel.kind, matched: true, reason: 'no filter' }],
      alert: { ...markOf(after), said: status, turn: after.turn },
    };
    if (isLost === true) return said;
    messages.set(id, said);
    if (isGone !== true) memory.stored.set(id, said);
    queue.push(jobOf(said));
    return said;
  }

  const jobOf = ({ id }: Pick<Message, 'id'>): DeliveryJob => ({ ...job, channelId: world.channel.id, messageId: id });

  async function row(of: Pick<Message, 'id'>): Promise<Delivery | undefined> {
    return made.deliveries.read(jobOf(of));
  }

  /** The newest attempt of a delivery: its error, or how it ended. */
  async function last(of: Pick<Message, 'id'>): Promise<string | undefined> {
    const attempt = (await row(of))?.attempts.at(-1);
    return attempt?.error ?? (attempt?.edited === true ? 'edited' : attempt?.outcome);
  }

  /** Works on what is queued, `batch` jobs side by side, until nothing is left. @returns how many jobs it worked on */
  async function drain({ batch = 1, pick = () => 0 }: { batch?: number; pick?: (length: number) => number } = {}) {
    let worked = 0;
    for (;;) {
      if (queue.length === 0) queue.push(...(await parkedJobs()));
      const jobs: DeliveryJob[] = [];
      while (jobs.length < batch && queue.length > 0) jobs.push(...queue.splice(pick(queue.length), 1));
      if (jobs.length === 0) return worked;
      worked += jobs.length;
      if (worked > 20_000) throw new Error('The queue never empties.');
      await Promise.all(jobs.map(async (one) => made.deliver(one)));
      made.clock.now += 1000;
    }
  }

  /** What the sweeper would find, at the time when it falls due. */
  async function parkedJobs(): Promise<DeliveryJob[]> {
    const rows = await Promise.all([...messages.values()].map(row));
    return rows.flatMap((parked) => {
      if (parked?.dueAt === undefined) return [];
      made.clock.now = Math.max(made.clock.now, Date.parse(parked.dueAt));
      return [jobOfAttempt({ ...jobOf({ id: parked.messageId }), ...parked }, parked.attempt + 1, parked.retriesUsed)];
    });
  }

  /** Works on the next queued job alone. */
  async function step(): Promise<void> {
    const next = queue.shift();
    if (next !== undefined) await made.deliver(next);
  }

  /** Says something and works on it at once. */
  async function tell(said: Said = {}): Promise<string | undefined> {
    const told = await say(said);
    await drain();
    return last(told);
  }

  const head = async (): Promise<Alert | undefined> =>
    heads.read({ organizationId: 'org_1', webhookId: 'wh_1', key: 'disk' });
  return {
    ...made,
    world,
    outside,
    heads,
    memory,
    messages,
    requests,
    queue,
    jobOf,
    say,
    tell,
    step,
    drain,
    row,
    last,
    head,
  };
}

/** What people read on a board, oldest first, without what only breaks markup. */
export function textsOn(board: Board): string[] {
  return board.posts().map(({ title, message: text, rest }) => [title, text, rest].join('\n').replaceAll('\u200b', ''));
}
