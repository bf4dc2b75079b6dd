import type { AuditEntry } from '../directory/audit-entry.ts';
import { entryOf, systemAct } from '../directory/audit.ts';
import type { Channel } from '../directory/channel.ts';
import { type Enqueue, jobsOf } from './job.ts';
import type { Message } from './message.ts';
import { type Stamp, systemMessage } from './system-message.ts';

/** Everything that switching a channel off writes, all of it or nothing. */
export interface SwitchOff {
  /** As it was read: when it changed meanwhile, nothing is written. */
  readonly channel: Channel;
  readonly reason: string;
  readonly entry: AuditEntry;
  /** What tells the marked channels; absent when none is marked. */
  readonly notice?: Message;
}

export interface SwitchOffPorts {
  readonly channels: {
    /** The channels of an organisation that are on and marked to be told of problems. */
    marked(organizationId: string): Promise<readonly Channel[]>;
    /** Whether it was written. */
    switchOff(change: SwitchOff): Promise<boolean>;
  };
  readonly jobs: { readonly enqueue: Enqueue };
  readonly now: () => number;
  readonly newUlid: () => string;
}

/**
 * Switches a channel off and says so loudly: in its `disabledReason`, in the audit log, and in a message to the other
 * channels that are marked for it. The message is stored in the same transaction, so it is sent exactly when the switch
 * happened; the reconciling sweep queues its jobs should a crash lose them.
 *
 * Does nothing when the channel changed since it was read: an operator may just have mended it.
 */
export function createSwitchOff({ channels, jobs, now, newUlid }: SwitchOffPorts) {
  return async function switchOff(channel: Channel, reason: string): Promise<void> {
    const marked = await channels.marked(channel.organizationId);
    const told = marked.filter(({ id }) => id !== channel.id);
    const at = { now: now(), ulid: newUlid() };
    const { organizationId, id: target } = channel;
    const views = { before: { enabled: true }, after: { enabled: false } };
    const act = systemAct('channel.disabled', reason);
    const entry = entryOf({ now, newUlid }, act, { organizationId, target, ...views });
    if (told.length === 0) return void (await channels.switchOff({ channel, reason, entry }));
    const notice = noticeOf({ channel, reason, told }, at);
    const isWritten = await channels.switchOff({ channel, reason, entry, notice });
    if (isWritten) await jobs.enqueue(jobsOf(notice), 0);
  };
}

interface SwitchOffNotice {
  readonly channel: Channel;
  readonly reason: string;
  readonly told: readonly Channel[];
}

function noticeOf({ channel, reason, told }: SwitchOffNotice, stamp: Stamp): Message {
  const { organizationId, id: channelId, name, kind } = channel;
  const message =
    `Nothing is delivered to the channel "${name}" (${kind}) any more: ${reason}. ` +
    'Mend it and switch it on again; deliveries that were skipped meanwhile can be retried one by one.';
  // Without the channel's name: in an email this is the subject.
  const title = `A ${kind} channel was switched off`;
  const payload = { event: 'channel.disabled', channelId, name, kind, reason };
  const content = { title, message, priority: 4, tags: ['channel-disabled'] };
  return systemMessage({ organizationId, content, payload, told }, stamp);
}
