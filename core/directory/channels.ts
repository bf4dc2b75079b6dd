import { type ChannelKind, isLive } from '../channels/kinds.ts';
import { updatesRefusal } from '../channels/updates.ts';
import { subscriptionPageOf, webPushConfigOf, withNewPage } from '../channels/web-push.ts';
import { type Act, entryOf } from './audit.ts';
import { channelFacts } from './audit-views.ts';
import type { Channel } from './channel.ts';
import { type ConfigPorts, patchConfig, prepareConfig, type PreparedConfig } from './channel-config.ts';
import type { ChannelReader, ChannelWriter } from './channel-store.ts';
import { type SettingsPatch, settingsAfter } from './channel-settings.ts';
import { type CollisionPause, change, insertUntilWon, lost, type LostRace, type Precondition } from './change.ts';
import { type Generators, timestamp } from './generators.ts';
import { idOf } from '../message/ids.ts';
import { givenSecretsAfter } from './given-secrets.ts';
import { type Managed, type SlugPatch, slugAfter } from './managed.ts';
import { liveActions, liveControl, pausesAfter } from './live-controls.ts';
import { type ChangeResult, type Checked, done, invalid, slugRefusal } from './change-result.ts';

/** What changes of channels need. */
export interface ChannelPorts extends Generators, ConfigPorts {
  readonly store: ChannelReader & ChannelWriter;
  readonly backoff: CollisionPause;
  readonly health?: {
    /** Forgets what went wrong at the destination of a channel. */
    clear(channelId: string): Promise<void>;
  };
  /** Whether this router serves live streams. @default 'on' */
  readonly liveStream?: 'on' | 'off';
}

/** Which channel to change, which version of it the caller knows, and what the audit log says of it. */
export interface ChannelTarget {
  readonly organizationId: string;
  readonly channelId: string;
  readonly act: Act;
  readonly precondition?: Precondition | undefined;
}

/** A channel as it is now stored; `issued` are the fields of its config with a secret that is shown this once. */
export interface SavedChannel {
  readonly channel: Channel;
  readonly issued: readonly string[];
}

/** What a document or a stack keeps about a channel that it makes. */
export type ManagedChannel = Managed & Pick<Channel, 'secretNames' | 'givenSecrets'>;

export interface NewChannel extends SettingsPatch {
  readonly organizationId: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly config: unknown;
  readonly enabled: boolean;
  readonly managed?: ManagedChannel;
  readonly act: Act;
}

/** Nobody could read such a channel: all streams are answered 503. */
const NO_LIVE_STREAM = 'this router serves no live streams: its setting LIVE_STREAM is off';

/** Creates a channel. */
export async function createChannel(ports: ChannelPorts, wanted: NewChannel): Promise<ChangeResult<SavedChannel>> {
  const made = newChannel(ports, wanted);
  if (made.kind !== 'done') return made;
  const { channel } = made.value;
  const effect = { organizationId: wanted.organizationId, target: channel.id, after: channelFacts(channel) };
  const entry = entryOf(ports, wanted.act, effect);
  return insertUntilWon<SavedChannel>(ports.backoff, async () => {
    const result = await ports.store.insertChannel(channel, entry);
    if (result.kind === 'slug-taken') return slugRefusal('channel');
    return result.kind === 'lost' ? lost : made;
  });
}

/** The channel that `createChannel` would store; one of kind `live-stream` gets its secret stream ID here. */
export function newChannel(ports: Omit<ChannelPorts, 'store'>, wanted: Omit<NewChannel, 'act'>): Checked<SavedChannel> {
  const { organizationId, kind, name, enabled } = wanted;
  if (isLive(kind) && ports.liveStream === 'off') return invalid('kind', NO_LIVE_STREAM);
  const refusal = updatesRefusal(kind, wanted.updates);
  if (refusal !== undefined) return invalid('updates', refusal);
  const prepared = prepareConfig(ports, { kind, sent: wanted.config });
  if (prepared.kind !== 'done') return prepared;
  const at = timestamp(ports);
  const channel: Channel = {
    id: idOf('channel', ports.newUlid()),
    organizationId,
    kind,
    name,
    enabled,
    config: prepared.value.config,
    ...givenSecretsAfter(kind, prepared.value),
    ...settingsAfter({}, wanted),
    ...wanted.managed,
    ...(isLive(kind) ? { streamId: ports.newPublicId(), pauses: pausesAfter([], enabled, ports.now()) } : {}),
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
  return done({ channel, issued: prepared.value.issued });
}

export interface ChannelPatch extends SettingsPatch {
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** Merged into the config; `null` removes a field, a masked secret keeps the stored one. */
  readonly config?: Record<string, unknown> | undefined;
  readonly slug?: SlugPatch;
  /** Replaces what a document or a stack keeps about it. */
  readonly managed?: ManagedChannel;
}

/** Changes what `patch` names. Open readers of a live stream notice at once (contract section 4). */
export async function updateChannel(
  ports: ChannelPorts,
  target: ChannelTarget,
  patch: ChannelPatch,
): Promise<ChangeResult<SavedChannel>> {
  const outcome = await changeChannel(ports, target, async (before) => {
    const patched = patchedChannel(ports, before, patch);
    if (patched.kind !== 'done') return patched;
    const { channel: after, issued } = patched.value;
    return replace(ports, { before, after, issued, act: target.act });
  });
  // A mended channel is tried at once, not when the breaker of its old destination closes.
  const isMended = outcome.kind === 'done' && (patch.config !== undefined || patch.enabled !== undefined);
  if (isMended) await ports.health?.clear(target.channelId);
  return outcome;
}

/** The channel that `updateChannel` would store, but for its version. */
export function patchedChannel(
  ports: Omit<ChannelPorts, 'store'>,
  before: Channel,
  patch: ChannelPatch,
): Checked<SavedChannel> {
  const refusal = updatesRefusal(before.kind, patch.updates);
  if (refusal !== undefined) return invalid('updates', refusal);
  const prepared = patch.config === undefined ? unchanged(before) : patchConfig(ports, before, patch.config);
  if (prepared.kind !== 'done') return prepared;
  const { config, issued } = prepared.value;
  const enabled = patch.enabled ?? before.enabled;
  const { disabledReason } = before;
  const channel: Channel = {
    ...untouched(before),
    // An operator who sets the switch knows why; only an untouched switch keeps the automatic reason.
    ...(disabledReason === undefined || patch.enabled !== undefined ? {} : { disabledReason }),
    name: patch.name ?? before.name,
    enabled,
    config,
    ...slugAfter(before, patch.slug),
    ...givenSecretsAfter(before.kind, prepared.value, before),
    ...settingsAfter(before, patch),
    ...patch.managed,
    ...(before.pauses === undefined ? {} : { pauses: pausesAfter(before.pauses, enabled, ports.now()) }),
  };
  return done({ channel, issued });
}

/** Issues a new stream ID and disconnects the readers of the old one, which is unknown from now on. */
export function regenerateStreamId(ports: ChannelPorts, target: ChannelTarget): Promise<ChangeResult<SavedChannel>> {
  return changeChannel(ports, target, async (before) => {
    if (before.streamId === undefined) return invalid('', `a channel of kind ${before.kind} has no stream ID`);
    const after = { ...before, streamId: ports.newPublicId() };
    return replace(ports, { before, after, issued: [], act: target.act });
  });
}

/** Gives a web push channel a page at a new address, and forgets the browsers that subscribed at the old one. */
export function regeneratePushUrl(ports: ChannelPorts, target: ChannelTarget): Promise<ChangeResult<SavedChannel>> {
  return changeChannel(ports, target, async (before) => {
    if (subscriptionPageOf(before) === undefined)
      return invalid('', `a channel of kind ${before.kind} has no subscription page`);
    const config = withNewPage(webPushConfigOf(before.config), ports);
    return replace(ports, { before, after: { ...before, config }, issued: [], act: target.act });
  });
}

/** Reads, decides and writes one channel, again from the start when another writer was faster. */
export function changeChannel<R>(
  { store, backoff }: ChannelPorts,
  { organizationId, channelId, precondition }: ChannelTarget,
  attempt: (channel: Channel) => Promise<ChangeResult<R> | LostRace>,
): Promise<ChangeResult<R>> {
  return change({ backoff, precondition, read: () => store.readChannel(organizationId, channelId), attempt });
}

/** A channel without the fields that a change decides anew. */
function untouched(channel: Channel) {
  const { disabledReason: _, retrySchedule: __, notifyOnProblems: ___, updates: ____, ...rest } = channel;
  const { slug: _____, givenSecrets: ______, ...kept } = rest;
  return kept;
}

interface Replacement extends Pick<SavedChannel, 'issued'> {
  readonly before: Channel;
  readonly after: Channel;
  readonly act: Act;
}

async function replace(ports: ChannelPorts, replacement: Replacement): Promise<ChangeResult<SavedChannel> | LostRace> {
  const { before, issued, act } = replacement;
  const channel = { ...replacement.after, updatedAt: timestamp(ports), version: before.version + 1 };
  const controls = liveActions(before, channel).map((action) => liveControl(ports, before.id, action));
  const { organizationId, id: target } = channel;
  const views = { before: channelFacts(before), after: channelFacts(channel) };
  const entry = entryOf(ports, act, { organizationId, target, ...views });
  const result = await ports.store.replaceChannel({ before, after: channel, controls, entry });
  if (result.kind === 'slug-taken') return slugRefusal('channel');
  return result.kind === 'lost' ? lost : done({ channel, issued });
}

function unchanged({ config }: Channel): Checked<PreparedConfig> {
  return done({ config, issued: [] });
}
