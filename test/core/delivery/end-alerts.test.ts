import { describe, expect, it } from 'vitest';
import type { AlertsEnd, Announce, DueJob } from '../../../core/delivery/due-job.ts';
import { askToEndAlerts, endAlerts } from '../../../core/delivery/end-alerts.ts';
import type { Webhook } from '../../../core/directory/webhook.ts';
import { begun, rig } from './change-alert-rig.ts';
import { NOW } from './rig.ts';

const job: AlertsEnd = { due: 'alerts-end', organizationId: 'org_1', webhookId: 'wh_1', askedAt: NOW };
const grouping: Webhook = {
  id: 'wh_1',
  organizationId: 'org_1',
  publicId: '',
  name: 'CI',
  enabled: true,
  requireApiKey: false,
  lifecycle: {},
  links: [],
  createdAt: '',
  updatedAt: '',
  version: 1,
};

/** Alerts of a webhook and of another one. */
function open(count: number, setup: Parameters<typeof rig>[0] = {}) {
  const made = rig(setup);
  const { ports, memory } = made;
  for (let n = 1; n < count; n += 1) memory.heads.put({ ...begun({ key: `disk ${n}` }), id: `al_${n}` });
  memory.heads.put({ ...begun({ webhookId: 'wh_2' }), id: 'al_other' });
  const announced: { job: DueJob; delaySeconds: number }[] = [];
  const queue = { isFull: false };
  const announce: Announce = async (jobs, delaySeconds) => {
    if (queue.isFull) return [...jobs];
    announced.push(...jobs.map((one) => ({ job: one, delaySeconds })));
    return [];
  };
  const whole = {
    ...ports,
    alerts: memory.reader,
    announce,
  };
  const openOf = (id: string) =>
    memory.heads.all().filter(({ webhookId, status }) => webhookId === id && status === 'firing').length;
  return { ...made, ports: whole, announced, queue, openOf };
}

describe('the end of the alerts of a webhook', () => {
  it('is asked for before the webhook changes, which must not change where nobody takes it', async () => {
    const { ports, announced, queue } = open(1);
    const webhook = { organizationId: 'org_1', id: 'wh_1' };

    await askToEndAlerts(ports, webhook);
    queue.isFull = true;

    await expect(askToEndAlerts(ports, webhook)).rejects.toThrow('The queue did not take');
    expect(announced).toEqual([{ job, delaySeconds: 1 }]);
  });

  it('resolves what is open of it, by the system, and nothing of another one', async () => {
    const { ports, announced, told, openOf } = open(3);

    await endAlerts(ports, job);

    expect([openOf('wh_1'), openOf('wh_2')]).toEqual([0, 1]);
    expect(told).toHaveLength(3);
    expect(told[0]).toMatchObject({ content: { message: 'Resolved by the router' } });
    expect(announced).toEqual([]);
  });

  it('takes a page at a time, and goes on where it stopped', async () => {
    const { ports, announced, openOf } = open(250);
    const left: number[] = [];

    for (let next: DueJob | undefined = job; next?.due === 'alerts-end'; next = announced.shift()?.job) {
      await endAlerts(ports, next);
      left.push(openOf('wh_1'));
    }

    expect(left).toHaveLength(3);
    expect(left.at(-1)).toBe(0);
  });

  it('waits for a change that is on its way, and forgets one that never came', async () => {
    const { ports, announced, clock, openOf } = open(1, { webhook: grouping });

    await endAlerts(ports, job);
    clock.now += 60_000;
    await endAlerts(ports, job);

    expect(announced).toEqual([{ job, delaySeconds: 1 }]);
    expect(openOf('wh_1')).toBe(1);
  });

  it('fails, so that the queue brings it back, when an alert cannot be written', async () => {
    const { ports } = open(1, { answers: Array.from({ length: 8 }, () => async () => ({ kind: 'busy' }) as const) });

    await expect(endAlerts(ports, job)).rejects.toThrow('is changed too often');
  });
});
