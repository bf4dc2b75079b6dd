import type { Alert } from '../../../core/alert/alert.ts';
import type { StepResult } from '../../../core/alert/apply-change.ts';
import { type Change, type AlertStep, written } from '../../../core/alert/change.ts';
import { actOnAlert, announceAlerts } from '../../../core/delivery/alert-timers.ts';
import type { ChangeAlertPorts } from '../../../core/delivery/change-alert.ts';
import type { Delivery } from '../../../core/delivery/delivery.ts';
import type { AlertDue, Announce, DueJob } from '../../../core/delivery/due-job.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import type { Message } from '../../../core/delivery/message.ts';
import type { Webhook } from '../../../core/directory/webhook.ts';
import { memoryAlerts } from '../../fakes/alerts.ts';
import { message, NOW } from './rig.ts';

/** An alert that just began. */
export function begun(change: Partial<Change> = {}): Alert {
  const whole: Change = {
    organizationId: 'org_1',
    webhookId: 'wh_1',
    webhookName: 'CI',
    key: 'disk',
    status: 'firing',
    messageId: message.id,
    now: NOW,
    at: NOW,
    by: { type: 'sender' },
    matched: ['slack ch_1', 'webhook ch_2'],
    hops: ['a'],
    ...change,
  };
  return written(undefined, { change: whole, effect: 'begin' });
}

export interface Setup {
  readonly alert?: Alert;
  readonly webhook?: Webhook;
  readonly deliveries?: readonly Delivery[];
  readonly isGone?: boolean;
  /** Stands in for the store, until it is used up. */
  readonly answers?: ((step: AlertStep) => Promise<StepResult>)[];
}

/** What changes alerts without a sender, over memory. */
export function rig({ alert = begun(), webhook, deliveries = [], isGone = false, answers = [] }: Setup = {}) {
  const clock = { now: NOW };
  const memory = memoryAlerts();
  const { heads, reader, members } = memory;
  heads.put(alert);
  const told: Message[] = [];
  const jobs: DeliveryJob[] = [];
  let serial = 0;
  const ports: ChangeAlertPorts = {
    heads: {
      ...heads,
      write: async (step) => {
        const answer = answers.shift();
        return answer === undefined ? heads.write(step) : answer(step);
      },
    },
    alerts: reader,
    webhooks: { readWebhook: async () => webhook },
    messages: { readMessage: async () => (isGone ? undefined : message) },
    outbox: {
      async store(stored) {
        told.push(stored);
        members.push({ alertId: stored.alert?.id ?? '', messageId: stored.id, said: stored.alert?.said ?? 'firing' });
      },
    },
    jobs: {
      async enqueue(given) {
        jobs.push(...given);
        return [];
      },
    },
    now: () => clock.now,
    newUlid: () => `01HZ${String((serial += 1)).padStart(22, '0')}`,
    pause: async () => {},
  };
  const head = () => heads.all()[0];
  const announced: { job: DueJob; at: number }[] = [];
  const announce: Announce = async (due, delaySeconds) => {
    announced.push(...due.map((one) => ({ job: one, at: clock.now + delaySeconds * 1000 })));
    return [];
  };
  const look = async (hasTime = () => true) =>
    announceAlerts({ timers: reader, announce, now: () => clock.now, hasTime });
  const act = async (at: Pick<AlertDue, 'id' | 'key'> = alert) => {
    const { organizationId, webhookId } = alert;
    const job: AlertDue = { due: 'alert', organizationId, webhookId, key: at.key, id: at.id };
    await actOnAlert({ ...ports, timers: reader, announce }, job);
  };
  const records = async () => (isGone ? undefined : { message, deliveries });
  return { ports, memory, alert, clock, told, jobs, head, announced, look, act, records };
}
