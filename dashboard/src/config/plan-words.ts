import type { ConfigPlan } from '../api/types.ts';

export type PlannedChange = ConfigPlan['changes'][number];

const verbs: Readonly<Record<PlannedChange['action'], string>> = {
  create: 'Create',
  update: 'Change',
  delete: 'Delete',
  none: 'Leave',
};

/** What is done to which thing. */
export function changeText({ action, type, slug }: PlannedChange): string {
  return `${verbs[action]} ${type} ${slug ?? 'without a slug'}`;
}

/** The changes that a plan makes. */
export function realChanges({ changes }: ConfigPlan): PlannedChange[] {
  return changes.filter(({ action }) => action !== 'none');
}

/** A value of a field on one line; nothing where there is none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
