import type { OutgoingMessage } from '../channels/outgoing-message.ts';
import { type ChannelKind, isLive } from '../channels/kinds.ts';
import type { Outcome as DeliveryOutcome } from '../channels/outcome.ts';
import { idOf } from '../message/ids.ts';
import { type Act, type AuditStore, entryOf } from './audit.ts';
import { channelFacts } from './audit-views.ts';
import type { Channel } from './channel.ts';
import { type ConfigPorts, prepareConfig } from './channel-config.ts';
import type { ChannelReader, ChannelWriter } from './channel-store.ts';
import { type Generators, timestamp } from './generators.ts';
import { liveControl } from './live-controls.ts';
import { done, invalid, notFound, type ChangeResult } from './change-result.ts';

/** What testing a channel needs: `send` makes one attempt, as a delivery would. */
export interface TestPorts extends Pick<Generators, 'now' | 'newUlid'> {
  readonly store: Pick<ChannelReader, 'readChannel'> &
    Pick<ChannelWriter, 'announce'> &
    Pick<AuditStore, 'appendAudit'>;
  readonly send: (channel: Channel, message: OutgoingMessage) => Promise<DeliveryOutcome>;
}

/** How a test ended. `status` is the HTTP status, when an answer came. */
export interface TestResult {
  readonly outcome: 'delivered' | 'retry' | 'failed' | 'skipped';
  readonly status?: number;
  readonly error?: string;
  readonly durationMs: number;
}

interface TestTarget {
  readonly organizationId: string;
  readonly channelId: string;
  readonly act: Act;
}

/**
 * Sends a sample to a channel now, whether it is switched on or not. Readers of a live stream get a `: test` comment
 * instead, as no notification of theirs should look like one; a stream that is switched off has no readers. The audit
 * log says so before anything is sent.
 */
export async function testChannel(
  ports: TestPorts,
  { organizationId, channelId, act }: TestTarget,
): Promise<ChangeResult<TestResult>> {
  const channel = await ports.store.readChannel(organizationId, channelId);
  if (channel === undefined) return notFound;
  await ports.store.appendAudit(entryOf(ports, act, { organizationId, target: channelId }));
  const startedAt = ports.now();
  const result = isLive(channel.kind) ? await testStream(ports, channel) : await testDelivery(ports, channel);
  return done({ ...result, durationMs: ports.now() - startedAt });
}

/** A channel that nobody saved yet. */
export interface DraftChannel {
  readonly organizationId: string;
  readonly kind: ChannelKind;
  readonly config: unknown;
  readonly act: Act;
}

/**
 * Sends a sample as a channel of this config would, before there is one: nothing is stored but the entry of the audit
 * log. What is held against a config that is saved is held against this one.
 */
export async function testDraft(
  ports: TestPorts & ConfigPorts,
  { organizationId, kind, config, act }: DraftChannel,
): Promise<ChangeResult<TestResult>> {
  if (isLive(kind)) return invalid('kind', 'a Live Stream can be tested once it exists');
  const prepared = prepareConfig(ports, { kind, sent: config });
  if (prepared.kind !== 'done') return prepared;
  const at = timestamp(ports);
  const channel: Channel = {
    id: idOf('channel', ports.newUlid()),
    organizationId,
    kind,
    name: 'Not saved yet',
    enabled: true,
    config: prepared.value.config,
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
  const entry = entryOf(ports, act, { organizationId, target: channel.id, after: channelFacts(channel) });
  await ports.store.appendAudit(entry);
  const startedAt = ports.now();
  const result = await testDelivery(ports, channel);
  return done({ ...result, durationMs: ports.now() - startedAt });
}

type Result = Omit<TestResult, 'durationMs'>;

async function testStream(ports: TestPorts, channel: Channel): Promise<Result> {
  if (!channel.enabled) return { outcome: 'skipped', error: 'the channel is switched off, so nobody can read it' };
  await ports.store.announce(liveControl(ports, channel.id, { type: 'test' }));
  return { outcome: 'delivered' };
}

async function testDelivery(ports: TestPorts, channel: Channel): Promise<Result> {
  const outcome = await ports.send(channel, sample(ports));
  return {
    outcome: outcome.kind,
    ...(outcome.status === undefined ? {} : { status: outcome.status }),
    ...(outcome.kind === 'delivered' ? {} : { error: outcome.error }),
  };
}

function sample(ports: Pick<TestPorts, 'now' | 'newUlid'>): OutgoingMessage {
  return {
    id: idOf('message', ports.newUlid()),
    content: {
      title: 'Test notification',
      message: 'This is a test from your notification router. The channel works.',
      priority: 3,
      tags: ['test'],
    },
    receivedAt: timestamp(ports),
    webhook: { id: idOf('webhook', ports.newUlid()), name: 'Test' },
    payloadText: '{"message":"This is a test from your notification router. The channel works."}',
    hops: [],
  };
}
