import { describe, expect, it } from 'vitest';
import type { Message } from '../../../core/delivery/message.ts';
import type { Lifecycle } from '../../../core/notification/lifecycle.ts';
import { previewAlerts, TRIED_MESSAGES } from '../../../core/sending/preview-alerts.ts';
import { createFakeMessages } from '../../fakes/messages.ts';
import { memoryAlerts } from '../../fakes/alerts.ts';

const START = Date.parse('2026-11-20T10:00:00.000Z');
const MINUTE_MS = 60_000;
const webhook = { id: 'wh_1', name: 'Disks', organizationId: 'org_1' };

interface Sent {
  readonly minute: number;
  readonly body: object;
  readonly own?: Partial<Message>;
}

async function preview(sent: readonly Sent[], lifecycle: Lifecycle, on: { preset?: string; now?: () => number } = {}) {
  const { preset, now = () => START + 60 * MINUTE_MS } = on;
  const messages = createFakeMessages(() => START);
  for (const [index, { minute, body, own }] of sent.entries()) {
    await messages.add({
      id: `msg_${String(index).padStart(26, '0')}`,
      organizationId: 'org_1',
      webhookId: 'wh_1',
      webhookName: 'Disks',
      content: { message: `message ${index}`, tags: [] },
      format: 'json',
      receivedAt: new Date(START + minute * MINUTE_MS).toISOString(),
      payload: { text: JSON.stringify(body) },
      routing: [],
      notes: [],
      hops: [],
      expiresAt: 4_000_000_000,
      ...own,
    });
  }
  const ports = {
    messages: messages.reader,
    alerts: memoryAlerts().reader,
    channels: { readChannel: async () => undefined },
    bodies: { get: async () => '{}' },
    now,
  };
  return previewAlerts(ports, { webhook: { ...webhook, ...(preset === undefined ? {} : { preset }) }, lifecycle });
}

const inShort = ({ alerts }: Awaited<ReturnType<typeof preview>>) =>
  alerts.map(({ alert: { key, status, episode, count }, content }) => [key, status, episode, count, content.message]);

const byDisk = { key: '{{ disk }}', status: '{{ state }}' };

describe('trying a lifecycle on messages that came before it', () => {
  it('says which alerts they would have been, the newest first, each with what fired last', async () => {
    const found = await preview(
      [
        { minute: 0, body: { disk: 'a' } },
        { minute: 1, body: { disk: 'b' } },
        { minute: 2, body: { disk: 'a' } },
        { minute: 3, body: { disk: 'a', state: 'ok' } },
        { minute: 4, body: { disk: 'a' } },
      ],
      byDisk,
    );

    expect(inShort(found)).toEqual([
      ['a', 'firing', 2, 1, 'message 4'],
      ['b', 'firing', 1, 1, 'message 1'],
      ['a', 'resolved', 1, 2, 'message 2'],
    ]);
    expect(found).toMatchObject({ messages: 5, withoutKey: 0, withoutEffect: 0, notes: [] });
  });

  it('counts what stays an ordinary message, and what ends nothing', async () => {
    const found = await preview(
      [
        { minute: 0, body: { disk: 'a', state: 'ok' } },
        { minute: 1, body: {} },
        { minute: 2, body: { disk: 'a' } },
      ],
      byDisk,
    );

    expect(found).toMatchObject({ messages: 3, withoutKey: 1, withoutEffect: 1 });
    expect(found.alerts).toHaveLength(1);
  });

  it('ends what is silent for too long, between messages and until now', async () => {
    const sent = [0, 1, 20].map((minute) => ({ minute, body: { disk: 'a' } }));

    const found = await preview(sent, { ...byDisk, autoResolveSeconds: 600 });

    expect(inShort(found)).toEqual([
      ['a', 'resolved', 2, 1, 'message 2'],
      ['a', 'resolved', 1, 2, 'message 1'],
    ]);
    expect(found.alerts[0]?.alert.resolved).toMatchObject({ by: { type: 'system' }, at: START + 30 * MINUTE_MS });
  });

  it('reads as the preset of the webhook does, also the time of the sender', async () => {
    const alarm = (NewStateValue: string, at: number) => ({
      AlarmArn: 'arn:1',
      NewStateValue,
      StateChangeTime: new Date(START + at * MINUTE_MS).toISOString(),
    });
    const sent = [
      { minute: 5, body: alarm('ALARM', 0) },
      { minute: 6, body: alarm('OK', 3) },
      // Late: it says what was before.
      { minute: 7, body: alarm('ALARM', 1) },
    ];

    expect(inShort(await preview(sent, {}, { preset: 'aws-cloudwatch' }))).toEqual([
      ['arn:1', 'resolved', 1, 2, 'message 0'],
    ]);
  });

  it('leaves out what the router itself said, and messages of other webhooks', async () => {
    const sent: Sent[] = [
      { minute: 0, body: { disk: 'a' }, own: { origin: 'system' } },
      { minute: 0, body: { disk: 'b' }, own: { webhookId: 'wh_2' } },
    ];

    expect(await preview(sent, byDisk)).toMatchObject({ messages: 0, alerts: [] });
  });

  it('says once what is wrong with a template', async () => {
    const sent = [0, 1].map((minute) => ({ minute, body: { disk: 'a' } }));

    const { notes, withoutKey } = await preview(sent, { key: '{{ disk | nothing }}' });

    expect(withoutKey).toBe(2);
    expect(notes).toEqual([expect.stringMatching(/^lifecycle key template failed: /)]);
  });

  it(`looks at ${TRIED_MESSAGES} messages at most, and at fewer when that takes long`, async () => {
    const sent = Array.from({ length: TRIED_MESSAGES + 1 }, (_, minute) => ({ minute, body: { disk: 'a' } }));
    let now = START;

    const all = await preview(sent, byDisk);
    const slow = await preview(sent, byDisk, { now: () => (now += 300) });

    expect(all).toMatchObject({ messages: TRIED_MESSAGES });
    expect(slow.messages).toBeGreaterThan(0);
    expect(slow.messages).toBeLessThan(10);
    // The newest ones.
    expect(slow.alerts[0]?.content.message).toBe(`message ${TRIED_MESSAGES}`);
  });
});
