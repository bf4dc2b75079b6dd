import type { StreamEndpoint } from '../../core/directory/stream-endpoint.ts';
import { commentFrame } from '../../core/live/frame.ts';
import type { LiveNotification } from '../../core/live/live-event.ts';
import { timeOf } from '../../core/live/position.ts';
import { isReplayable, limitReplay, type Replay } from '../../core/live/replay.ts';
import type { Clock } from '../clock.ts';
import type { History } from '../history.ts';
import type { ChannelReaders } from '../hub/channel-readers.ts';
import type { Hub } from '../hub/hub.ts';
import { Reader, type ReaderOutput } from '../hub/reader.ts';
import type { StreamSlots } from '../limits/stream-slots.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';
import type { Feed } from '../source/feed.ts';

export interface StreamDependencies {
  /** What a stream ID stands for, read strongly consistent. */
  readonly endpoints: { read(streamId: string): Promise<StreamEndpoint | undefined> };
  readonly slots: StreamSlots;
  readonly feed: Feed;
  readonly hub: Hub;
  readonly history: History;
  readonly clock: Clock;
  readonly log: Log;
}

export interface StreamRequest {
  readonly streamId: string;
  readonly client: string;
  /** The ULID after which to resume; undefined to begin now. */
  readonly position: string | undefined;
}

/** 404: no such stream, or it is off. 429: too many streams of the channel or of the client. */
export type StreamRefusal = { readonly kind: 'refused'; readonly status: 404 | 429 };

/** A stream that is subscribed and may be answered. */
export interface AcceptedStream {
  readonly kind: 'stream';
  readonly channelId: string;
  /** Sends the opening comment, what the reader missed, and from then on every event. */
  attach(output: ReaderOutput): void;
  /** Gives back everything it holds. To be called once the connection has closed, or instead of `attach`. */
  readonly close: () => void;
}

const CONNECTED = commentFrame('connected');
/** The stream brings a stored event within this time, because it is read at least once a second. In milliseconds. */
const STREAM_LAG_MS = 1500;
const LOOK_AGAIN_MS = 50;
const NOTHING: Replay = { gap: false, events: [] };

/**
 * Decides whether a stream may be opened, and subscribes it.
 *
 * The endpoint is read once more after subscribing: a channel that is switched off at this very moment is either seen
 * by that read or tells the subscription so.
 *
 * @throws when the directory or the stream cannot be read.
 */
export async function openStream(
  deps: StreamDependencies,
  request: StreamRequest,
): Promise<AcceptedStream | StreamRefusal> {
  const endpoint = await readEnabled(deps, request.streamId);
  if (endpoint === undefined) return { kind: 'refused', status: 404 };
  const { channelId } = endpoint;
  const slot = await deps.slots.acquire({ channelId, client: request.client });
  if (slot.kind === 'full') {
    deps.log({ level: 'INFO', event: 'stream.refused', channelId, limit: slot.limit });
    return { kind: 'refused', status: 429 };
  }
  try {
    const stream = await subscribe(deps, { request, endpoint, releaseSlot: slot.release });
    if (stream !== undefined) return stream;
  } catch (error) {
    slot.release();
    throw error;
  }
  slot.release();
  return { kind: 'refused', status: 404 };
}

interface StreamOpening {
  readonly request: StreamRequest;
  readonly endpoint: StreamEndpoint;
  readonly releaseSlot: () => void;
}

async function subscribe(deps: StreamDependencies, opening: StreamOpening): Promise<AcceptedStream | undefined> {
  const { hub, clock } = deps;
  const { request, endpoint } = opening;
  const { channelId } = endpoint;
  const releaseFeed = await deps.feed.hold();
  const reader = new Reader(clock);
  const channel = hub.join(reader, { channelId, settings: endpoint });
  const remembered = request.position === undefined ? undefined : hub.sentAfter(channelId, request.position);
  const leave = (): void => {
    hub.leave(reader, channelId);
    releaseFeed();
  };
  const current = await readEnabled(deps, request.streamId).catch((error: unknown) => {
    leave();
    throw error;
  });
  if (current?.channelId !== channelId || reader.ended) {
    leave();
    return undefined;
  }
  channel.settings = current;
  return {
    kind: 'stream',
    channelId,
    attach: (output) => {
      output.write(CONNECTED);
      reader.attach(output);
      void catchUp(deps, { reader, channel, channelId, position: request.position, remembered });
    },
    close: () => {
      leave();
      opening.releaseSlot();
    },
  };
}

interface CatchUp {
  readonly reader: Reader;
  readonly channel: ChannelReaders;
  readonly channelId: string;
  readonly position: string | undefined;
  /** What was sent after the position, when memory knows. */
  readonly remembered: readonly LiveNotification[] | undefined;
}

/** Never rejects. A reader that cannot be given what it missed is ended: it comes back with the same position. */
async function catchUp(deps: StreamDependencies, { reader, channel, channelId, ...from }: CatchUp): Promise<void> {
  try {
    const replay = await replayOf(deps, { reader, channel, channelId, ...from });
    await reader.catchUp(replay, async (event) => channel.frameOf(event));
  } catch (error) {
    deps.log({ level: 'ERROR', event: 'stream.replay-failed', channelId, error });
    reader.end();
  }
}

async function replayOf(
  deps: StreamDependencies,
  { reader, channel, channelId, position, remembered }: CatchUp,
): Promise<Replay> {
  if (position === undefined) return NOTHING;
  const { history, clock } = deps;
  const sent = remembered ?? (await sentSoon(deps, { reader, channelId, position }));
  const { pauses } = channel.settings;
  if (sent === undefined) return history.after({ channelId, position, pauses });
  return limitReplay(sent.filter((event) => isReplayable(event, { pauses, now: clock.now() })));
}

/**
 * What was sent after a position that is so young that the stream may not have brought it yet: a reader can have it from
 * the table, or from another task. We wait for it, because the reader then resumes exactly.
 */
async function sentSoon(
  { hub, clock }: StreamDependencies,
  { reader, channelId, position }: { readonly reader: Reader; readonly channelId: string; readonly position: string },
): Promise<LiveNotification[] | undefined> {
  while (!reader.ended && Math.abs(clock.now() - timeOf(position)) < STREAM_LAG_MS) {
    await clock.sleep(LOOK_AGAIN_MS);
    const sent = hub.sentAfter(channelId, position);
    if (sent === undefined) continue;
    reader.skipWaiting();
    return sent;
  }
  return undefined;
}

async function readEnabled(deps: StreamDependencies, streamId: string): Promise<StreamEndpoint | undefined> {
  const endpoint = await deps.endpoints.read(streamId);
  return endpoint?.enabled === true ? endpoint : undefined;
}
