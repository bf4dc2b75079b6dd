import type { Lifecycle, LifecyclePreview } from '../api/types.ts';

/** A lifecycle as it is typed: empty templates are none. */
export interface LifecycleDraft {
  readonly key: string;
  readonly status: string;
  readonly autoResolveSeconds: number | undefined;
}

/** Nothing typed yet: everything is read as the preset or the body says. */
export const BLANK_LIFECYCLE: LifecycleDraft = { key: '', status: '', autoResolveSeconds: undefined };

/** A stored lifecycle as the form has it. */
export function lifecycleDraftOf({ key = '', status = '', autoResolveSeconds }: Lifecycle): LifecycleDraft {
  return { key, status, autoResolveSeconds };
}

/** What was typed as it is saved; `null`: messages are no alerts. */
export function lifecycleOf(draft: LifecycleDraft | null): Lifecycle | null {
  if (draft === null) return null;
  const { key, status, autoResolveSeconds } = draft;
  return {
    ...(key.trim() !== '' && { key }),
    ...(status.trim() !== '' && { status }),
    ...(autoResolveSeconds !== undefined && { autoResolveSeconds }),
  };
}

/** In one order, whatever the order of its keys. */
const parts = (lifecycle: Lifecycle | null) =>
  lifecycle && [lifecycle.key, lifecycle.status, lifecycle.autoResolveSeconds];

/** Whether two lifecycles group the same. */
export function isSameLifecycle(one: Lifecycle | null, other: Lifecycle | null): boolean {
  return JSON.stringify(parts(one)) === JSON.stringify(parts(other));
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** What a trial found, in words: the sentence that matters, then what it leaves out. */
export function previewWords({ messages, withoutKey, withoutEffect, alerts }: LifecyclePreview): readonly string[] {
  const grouped = messages - withoutKey;
  if (grouped === 0) return [`None of the newest ${counted(messages, 'message')} says what it is about: add a key.`];
  const these = grouped === 1 ? 'This 1 message' : `These ${grouped} messages`;
  return [
    `${these} would have been ${counted(alerts.length, 'alert')}.`,
    ...(withoutKey === 0 ? [] : [`${counted(withoutKey, 'other message')} would have stayed ordinary.`]),
    ...(withoutEffect === 0 ? [] : [`${withoutEffect} of them would have reached nobody: nothing was firing.`]),
  ];
}
