import type { Channel, Webhook } from '../api/types.ts';

/** A Live Stream that can be read. */
export type Stream = Channel & { readonly streamUrl: string };

/** The streams that can be read now, those that most webhooks deliver everything to first. */
export function openStreams(channels: readonly Channel[], webhooks: readonly Webhook[]): Stream[] {
  const readable = channels.filter((channel): channel is Stream => channel.enabled && channel.streamUrl !== undefined);
  const uncovered = (stream: Stream) => webhooksWithout(stream, webhooks).length;
  return readable.toSorted((one, other) => uncovered(one) - uncovered(other));
}

/** The enabled webhooks of which a stream does not carry everything. */
export function webhooksWithout({ id }: Channel, webhooks: readonly Webhook[]): Webhook[] {
  return webhooks.filter(
    ({ enabled, channels }) =>
      enabled && !channels.some((link) => link.channelId === id && link.enabled && (link.filter ?? null) === null),
  );
}
