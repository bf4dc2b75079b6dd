import type { MessageSummary } from '../api/types.ts';

const HOUR_MS = 3_600_000;

/** What became of the messages of one hour. */
export interface Hour {
  readonly start: Date;
  readonly delivered: number;
  readonly failed: number;
  readonly other: number;
}

/** Messages of the last `count` hours by hour, the oldest first. */
export function toHours(messages: readonly MessageSummary[], now: number, count: number): Hour[] {
  const last = Math.floor(now / HOUR_MS) * HOUR_MS;
  return Array.from({ length: count }, (_, index) => {
    const start = last - (count - 1 - index) * HOUR_MS;
    const inside = messages.filter(({ receivedAt }) => {
      const at = Date.parse(receivedAt);
      return at >= start && at < start + HOUR_MS;
    });
    const failed = inside.filter(hasFailed).length;
    const delivered = inside.filter((message) => !hasFailed(message) && isDelivered(message)).length;
    return { start: new Date(start), delivered, failed, other: inside.length - failed - delivered };
  });
}

/** Whether a channel did not get it. */
export const hasFailed = ({ deliveries }: MessageSummary): boolean =>
  deliveries.some(({ state }) => state === 'failed');

const isDelivered = ({ deliveries }: MessageSummary): boolean =>
  deliveries.length > 0 && deliveries.every(({ state }) => state === 'delivered' || state === 'skipped');
