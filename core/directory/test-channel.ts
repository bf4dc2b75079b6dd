import type { OutgoingMessage } from '../channels/outgoing-message.ts';
import { isLive } from '../channels/kinds.ts';
import type { Outcome as DeliveryOutcome } from '../channels/outcome.ts';
import { idOf } from '../message/ids.ts';
import { type Act, type AuditStore, entryOf } from './audit.ts';
import type { Channel } from './channel.ts';
import type { ChannelReader, ChannelWriter } from './channel-store.ts';
import { type Generators, timestamp } from './generators.ts';
import { liveControl } from './live-controls.ts';
import { done, notFound, type ChangeResult } from './change-result.ts';

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
