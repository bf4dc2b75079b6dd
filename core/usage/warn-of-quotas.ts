import { type Enqueue, jobsOf } from '../delivery/job.ts';
import type { Message } from '../delivery/message.ts';
import { systemMessage } from '../delivery/system-message.ts';
import type { AuditEntry } from '../directory/audit-entry.ts';
import { entryOf, systemAct } from '../directory/audit.ts';
import type { Channel } from '../directory/channel.ts';
import { monthOf } from '../directory/quota.ts';

/** Per cent of a quota at which those who care are told, ascending. */
const LEVELS = [80, 95, 100];

/** How much of a month's quota is used, and what was said about it. */
export interface QuotaState {
  readonly count: number;
  readonly limit: number;
  /** The highest level that was told; it counts for the limit of that time only. */
  readonly warned?: { readonly limit: number; readonly level: number } | undefined;
}

/** Everything that a warning writes, all of it or nothing. */
export interface QuotaWarning {
  readonly organizationId: string;
  readonly month: string;
  readonly state: QuotaState;
  readonly level: number;
  readonly entry: AuditEntry;
  /** Absent when no channel is marked to be told. */
  readonly notice?: Message;
}

export interface WarnPorts {
  readonly organizations: (first: string | undefined) => AsyncIterable<string>;
  readonly quotas: {
    read(organizationId: string, month: string): Promise<QuotaState | undefined>;
    /** Whether it was written: another run may have been faster. */
    warn(warning: QuotaWarning): Promise<boolean>;
  };
  /** The channels of an organisation that are on and marked to be told of problems. */
  readonly marked: (organizationId: string) => Promise<readonly Channel[]>;
  readonly jobs: { readonly enqueue: Enqueue };
  readonly now: () => number;
  readonly newUlid: () => string;
  readonly hasTime: () => boolean;
}

/**
 * Tells organisations at 80, 95 and 100 per cent of their monthly quota, each once: in the audit log, and through the
 * channels that are marked to be told of problems. A larger plan begins anew.
 *
 * @returns how many warnings were given
 */
export async function warnOfQuotas(ports: WarnPorts): Promise<number> {
  const month = monthOf(ports.now());
  let warnings = 0;
  for await (const organizationId of ports.organizations(undefined)) {
    if (!ports.hasTime()) return warnings;
    const state = await ports.quotas.read(organizationId, month);
    const level = state === undefined ? undefined : dueLevel(state);
    if (state === undefined || level === undefined) continue;
    if (await warn(ports, { organizationId, month, state, level })) warnings += 1;
  }
  return warnings;
}

/** The level that was reached and not told yet. */
export function dueLevel({ count, limit, warned }: QuotaState): number | undefined {
  const reached = LEVELS.findLast((level) => count * 100 >= limit * level);
  const told = warned?.limit === limit ? warned.level : 0;
  return reached !== undefined && reached > told ? reached : undefined;
}

type DueWarning = Pick<QuotaWarning, 'organizationId' | 'month' | 'state' | 'level'>;

async function warn(ports: WarnPorts, due: DueWarning): Promise<boolean> {
  const stamp = { now: ports.now(), ulid: ports.newUlid() };
  const { organizationId, month, state, level } = due;
  const reason = `${state.count} of ${state.limit} messages of ${month} are used`;
  const effect = { organizationId, target: organizationId, after: { month, level } };
  const entry = entryOf(ports, systemAct('quota.warned', reason), effect);
  const told = await ports.marked(organizationId);
  if (told.length === 0) return ports.quotas.warn({ ...due, entry });
  const title = level === 100 ? 'Message quota used up' : `Message quota ${level} % used`;
  const then = level === 100 ? 'Sends are refused until the next month' : 'At 100 % sends are refused';
  const payload = { event: 'quota.warning', month, level, count: state.count, limit: state.limit };
  const text = `${reason}. ${then}; a larger plan or extra packs count at once.`;
  const priority = level === 100 ? 5 : 4;
  const content = { title, message: text, priority, tags: ['quota'] };
  const notice = systemMessage({ organizationId, content, payload, told }, stamp);
  const isWritten = await ports.quotas.warn({ ...due, entry, notice });
  if (isWritten) await ports.jobs.enqueue(jobsOf(notice), 0);
  return isWritten;
}
