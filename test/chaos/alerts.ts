import type { Alert } from '../../core/alert/alert.ts';
import type { PostRow } from '../../core/delivery/alert-posts.ts';
import type { Message } from '../../core/delivery/message.ts';
import type { ManagementApi } from '../integration/api.ts';
import type { Board, SeenPost } from '../vendors/board.ts';
import { matrixBoard, vendor as matrix } from '../vendors/matrix.ts';
import { slackApi, slackBoard } from '../vendors/slack.ts';
import { serveVendor } from '../vendors/vendor.ts';

/** A vendor that keeps its posts, and the channel that leads there. */
export interface PostTarget {
  readonly name: string;
  readonly channelId: string;
  readonly board: Board;
  /** The router names its posts itself, so that one is never there twice. */
  readonly namesPosts: boolean;
  stop(): Promise<void>;
}

/** What a vendor's posts show at the end. */
export interface PostAccount {
  readonly name: string;
  /** Alerts that the channel has a post of that can be changed. */
  readonly alerts: number;
  /** Alerts whose post shows something else than where they stand. */
  readonly wrong: readonly string[];
  readonly posts: number;
  /** Posts that nobody knows of: their answers were lost. */
  readonly strays: number;
  readonly namesPosts: boolean;
}

/** A row of the table that says what a channel is shown. */
export interface StoredPost {
  readonly alertId: string;
  readonly channelId: string;
  readonly row: PostRow;
}

const DISKS = 3;

/** A webhook with a lifecycle, linked to a vendor that names posts and to one whose posts the router names. */
export async function connectAlerts(api: ManagementApi) {
  const webhook = await api.createWebhook({ name: 'Alerts', lifecycle: { key: '{{ disk }}', status: '{{ state }}' } });
  const vendors = [
    { vendor: slackApi, board: slackBoard(), namesPosts: false },
    { vendor: matrix, board: matrixBoard(), namesPosts: true },
  ];
  const posts = await Promise.all(
    vendors.map(async ({ vendor, board, namesPosts }): Promise<PostTarget> => {
      const server = await serveVendor((request) => board.answer(request));
      const { kind } = vendor;
      const channel = await api.createChannel({ kind, name: kind, config: vendor.config(server.baseUrl) });
      await api.link(webhook.id, channel.id);
      const stop = async () => server[Symbol.asyncDispose]();
      return { name: kind, channelId: channel.id, board, namesPosts, stop };
    }),
  );
  return { endpointUrl: webhook.endpointUrl, posts };
}

/** What the n-th message says of one of a few disks. */
export function reportOf(n: number, random: () => number): object {
  const state = random() < 0.2 ? 'ok' : random() < 0.1 ? 'ack' : 'full';
  return { disk: `disk ${n % DISKS}`, state, title: 'Disk', message: `notification ${n}.`, priority: 1 + (n % 5) };
}

/** What stands in the tables when the stack was frozen. */
interface FrozenAlerts {
  readonly alerts: readonly Alert[];
  readonly stored: readonly StoredPost[];
  readonly messages: ReadonlyMap<string, Message>;
}

/** Compares what people see at a vendor with where the alerts stand. */
export function accountForPosts({ alerts, stored, messages }: FrozenAlerts, target: PostTarget): PostAccount {
  const { name, channelId, board, namesPosts } = target;
  const seen = board.posts();
  const own = stored.filter((post) => post.channelId === channelId);
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  const checked = own.flatMap(({ alertId, row }) => {
    const alert = byId.get(alertId);
    const message = messages.get(alert?.messageId ?? '');
    if (alert === undefined || message === undefined || row.shown?.reference === undefined) return [];
    // What was changed by a message that came to nothing is told a minute later.
    if (!messages.has((alert.resolved ?? alert.acknowledged ?? alert).messageId)) return [];
    const isRight = seen.some((post) => shows(post, alert, message.content.message));
    return [isRight ? '' : `${alertId} (${alert.status}, ${message.content.message})`];
  });
  const made = own.reduce((sum, { row }) => sum + (row.shown?.posts ?? 0), 0);
  return {
    name,
    alerts: checked.length,
    wrong: checked.filter((line) => line !== ''),
    posts: seen.length,
    strays: seen.length - made,
    namesPosts,
  };
}

const WORDS = { firing: '', acknowledged: 'Acknowledged: ', resolved: 'Resolved: ' } as const;

function shows({ title = '', message, rest = '' }: SeenPost, { status }: Alert, text: string): boolean {
  const all = `${title}\n${message}\n${rest}`.replaceAll('\u200b', '');
  if (!all.includes(text)) return false;
  return status === 'firing' ? !/Acknowledged: |Resolved: |Continued below/.test(all) : all.includes(WORDS[status]);
}
