import type { Act } from '../directory/audit.ts';
import type { AuditAction } from '../directory/audit-entry.ts';
import type { ChangeResult } from '../directory/change-result.ts';
import type { ChannelDeletionPorts } from '../directory/delete-channel.ts';
import type { Link } from '../directory/link.ts';
import type { Managed, Owner } from '../directory/managed.ts';
import type { Issue } from '../words/issue.ts';
import type { FieldChange } from './field-changes.ts';

/** What applying a document does to one thing. */
export interface PlannedChange {
  readonly action: 'create' | 'update' | 'delete' | 'none';
  readonly type: 'channel' | 'webhook';
  /** `null`: a thing outside the document that has none, and loses a link with a deleted channel. */
  readonly slug: string | null;
  /** The fields that change, secrets masked. */
  readonly fields: readonly FieldChange[];
  /** It was changed by hand since a document made it. */
  readonly drift?: true;
}

/** What applying a document does. */
export interface DocumentPlan {
  readonly changes: readonly PlannedChange[];
  /** The same for the same changes. */
  readonly digest: string;
}

/** What planning and applying need. */
export type DocumentPorts = ChannelDeletionPorts;

/** What the steps of one application share. */
export interface Application {
  readonly ports: DocumentPorts;
  readonly organizationId: string;
  /** How many webhooks the plan allows; absent: any number. */
  readonly limit?: number | undefined;
  readonly actOf: (action: AuditAction) => Act;
  /** Channels by slug, with those that were just made. */
  readonly channels: Map<string, Pick<Link, 'channelId' | 'kind'>>;
}

/** One thing that applying does. */
export interface PlanStep {
  readonly change: PlannedChange;
  /** Absent: there is nothing to do. */
  readonly run?: (application: Application) => Promise<ChangeResult<unknown>>;
}

/** What a part of the planning found. */
export interface PlanSteps {
  readonly steps: readonly PlanStep[];
  readonly issues: readonly Issue[];
}

/** The refusal of a document because of one thing in it. */
export function issueAt(path: string, message: string): PlanSteps {
  return { steps: [], issues: [{ path, message }] };
}

/** Refusals of a use case, with the place of the thing in the document. */
export function issuesUnder(place: string, issues: readonly Issue[]): Issue[] {
  return issues.map(({ path, message }) => ({ path: path === '' ? place : `${place}.${path}`, message }));
}

/** Why an owner must not touch what is stored; `undefined`: it may. */
export function ownerRefusal(owner: Owner, stored: Managed | undefined): string | undefined {
  if (stored === undefined) return undefined;
  if (owner.managedBy === 'document') {
    return stored.managedBy === 'stack' ? 'is managed by a stack: change it there' : undefined;
  }
  return stored.stack === owner.stack ? undefined : 'has a slug that something else has: choose another one';
}
