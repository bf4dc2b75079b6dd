import { describe, expect, it } from 'vitest';
import { createSwitchOff, type SwitchOff } from '../../../core/delivery/switch-off.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { channel, NOW } from './rig.ts';

function rig(marked: Channel[], { isWritten = true } = {}) {
  const written: SwitchOff[] = [];
  const queued: DeliveryJob[] = [];
  const switchOff = createSwitchOff({
    channels: {
      marked: async () => marked,
      async switchOff(change) {
        written.push(change);
        return isWritten;
      },
    },
    jobs: {
      async enqueue(jobs) {
        queued.push(...jobs);
        return [];
      },
    },
    now: () => NOW,
    newUlid: () => '01HX0000000000000000000009',
  });
  return { switchOff, written, queued };
}

const other: Channel = { ...channel, id: 'ch_ops', notifyOnProblems: true };
const stream: Channel = { ...other, id: 'ch_live', kind: 'live-stream' };

describe('switching a channel off', () => {
  it('notes in the audit log that the router did it, and why', async () => {
    const { switchOff, written, queued } = rig([]);

    await switchOff(channel, 'it is gone');

    expect(written).toMatchObject([{ channel, reason: 'it is gone' }]);
    expect(written[0]?.entry).toEqual({
      id: '01HX0000000000000000000009',
      organizationId: 'org_1',
      at: '2026-11-20T10:00:00.000Z',
      actor: { type: 'system' },
      before: { enabled: true },
      after: { enabled: false },
      action: 'channel.disabled',
      target: 'ch_1',
      reason: 'it is gone',
      expiresAt: NOW / 1000 + 365 * 24 * 3600,
    });
    expect(written[0]).not.toHaveProperty('notice');
    expect(queued).toEqual([]);
  });

  it('tells the marked channels, by queue and by stream', async () => {
    const { switchOff, written, queued } = rig([other, stream]);

    await switchOff(channel, 'it is gone');

    expect(written[0]?.notice).toMatchObject({
      webhookId: 'system',
      webhookName: 'Notification router',
      content: {
        title: 'A webhook channel was switched off',
        message: expect.stringContaining('"Receiver" (webhook) any more: it is gone.'),
        priority: 4,
        tags: ['router', 'channel-disabled'],
      },
    });
    expect(written[0]?.notice?.routing).toMatchObject([
      { channelId: 'ch_ops' },
      { channelId: 'ch_live', matched: true },
    ]);
    expect(queued).toMatchObject([{ channelId: 'ch_ops', webhookId: 'system', attempt: 1 }]);
  });

  it('does not tell the channel about itself', async () => {
    const { switchOff, written } = rig([{ ...channel, notifyOnProblems: true }]);

    await switchOff({ ...channel, notifyOnProblems: true }, 'it is gone');

    expect(written[0]).not.toHaveProperty('notice');
  });

  it('tells nobody when the channel was changed meanwhile', async () => {
    const { switchOff, queued } = rig([other], { isWritten: false });

    await switchOff(channel, 'it is gone');

    expect(queued).toEqual([]);
  });
});
