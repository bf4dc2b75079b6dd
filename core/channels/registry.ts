import type { ConfigurableKind, DeliveredKind } from './channel-kind.ts';
import type { ChannelKind } from './kinds.ts';
import { liveStream } from './live-stream.ts';
import { webhook } from './webhook.ts';

/** The kinds that deliverers serve. A new kind is one file, its line here and its carrier in `kinds.ts`. */
const delivered: Record<Exclude<ChannelKind, 'live-stream'>, DeliveredKind> = { webhook };

/** Every kind, in the order in which they are listed. Ingest must not load this: it pulls in every renderer. */
export const channelKinds: Readonly<Record<ChannelKind, ConfigurableKind>> = {
  'live-stream': liveStream,
  ...delivered,
};

/** How deliveries of `kind` are made; `undefined` for a kind that no deliverer serves. */
export function deliveredKind(kind: ChannelKind): DeliveredKind | undefined {
  return kind === 'live-stream' ? undefined : delivered[kind];
}
