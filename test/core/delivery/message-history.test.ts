import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../core/delivery/delivery.ts';
import { type MessageRecord, listMessages, readMessage } from '../../../core/delivery/message-history.ts';
import { messageUrlUnder } from '../../../core/delivery/message-url.ts';
import type { Routing } from '../../../core/delivery/message.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { channel, job, message } from './rig.ts';
import { memoryAlerts } from '../../fakes/alerts.ts';

const routed = (changes: Partial<Routing> = {}): Routing => ({
  channelId: 'ch_1',
  kind: 'webhook',
  matched: true,
  reason: '',
  ...changes,
});

function row(changes: Partial<Delivery>): Delivery {
  return { ...job, state: 'queued', attempt: 0, attempts: [], expiresAt: 0, ...changes };
}

async function reportOf(routing: Routing, deliveries: Delivery[] = [], known: Channel | undefined = channel) {
  const record: MessageRecord = { message: { ...message, routing: [routing] }, deliveries };
  const messages = { readMessage: async () => record, listMessages: async () => ({ items: [record] }) };
  const channels = { readChannel: async () => known };
  const report = await readMessage(
    { messages, channels, alerts: memoryAlerts().reader },
    { organizationId: 'org_1', messageId: message.id },
  );
  return report?.deliveries;
}

describe('how a delivery is reported', () => {
  it('is queued before its first attempt', async () => {
    expect(await reportOf(routed())).toMatchObject([{ channelName: 'Receiver', state: 'queued', attempts: [] }]);
  });

  it('says when it goes on, whether it is retried or was put off before its first attempt', async () => {
    const nextAttemptAt = '2026-11-20T10:30:00.000Z';

    expect(await reportOf(routed(), [row({ nextAttemptAt })])).toMatchObject([{ state: 'queued', nextAttemptAt }]);
    expect((await reportOf(routed(), [row({ state: 'delivered' })]))?.[0]).not.toHaveProperty('nextAttemptAt');
  });

  it('names a channel that is no longer there', async () => {
    const deleted = { ...channel, name: '(deleted channel)' };

    expect(await reportOf(routed(), [], deleted)).toMatchObject([{ channelName: '(deleted channel)' }]);
  });

  it('shows what a channel got that matches no longer, and nothing of one that never matched', async () => {
    expect(await reportOf(routed({ matched: false }), [row({ state: 'delivered' })])).toMatchObject([
      { state: 'delivered' },
    ]);
    expect(await reportOf(routed({ matched: false }))).toEqual([]);
  });

  it('is delivered to an open stream and skipped by one that was off', async () => {
    const stream = routed({ kind: 'live-stream' });
    const off = { ...channel, pauses: [{ from: 0 }] };

    expect(await reportOf(stream)).toMatchObject([{ state: 'delivered' }]);
    expect(await reportOf(stream, [], off)).toMatchObject([{ state: 'skipped' }]);
  });
});

describe('the report of a message', () => {
  const channels = { readChannel: async () => undefined };

  it('is none when there is no such message', async () => {
    const messages = { readMessage: async () => undefined, listMessages: async () => ({ items: [] }) };

    expect(
      await readMessage(
        { messages, channels, alerts: memoryAlerts().reader },
        { organizationId: 'org_1', messageId: 'msg_x' },
      ),
    ).toBeUndefined();
  });

  it('names channels of a stream that is gone, too', async () => {
    const record = { message: { ...message, routing: [routed({ kind: 'live-stream' })] }, deliveries: [] };
    const messages = { readMessage: async () => record, listMessages: async () => ({ items: [record] }) };

    const page = await listMessages(
      { messages, channels, alerts: memoryAlerts().reader },
      { organizationId: 'org_1', page: { limit: 1 }, filters: {} },
    );

    expect(page.items[0]?.deliveries).toMatchObject([{ channelName: '(deleted channel)', state: 'delivered' }]);
  });
});

describe('the address of a message', () => {
  it('lies under the base URL', () => {
    expect(messageUrlUnder('https://notify.example')('msg_1')).toContain('https://notify.example');
  });
});
