import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { AlertSummary } from '../api/types.ts';
import { clockOf } from '../time/moment.tsx';
import { whoOf } from './alert-words.ts';

type Status = AlertSummary['status'];

const looks: Readonly<Record<Status, readonly [StatusIndicatorProps.Type, string]>> = {
  firing: ['error', 'Firing'],
  acknowledged: ['in-progress', 'Acknowledged'],
  resolved: ['success', 'Resolved'],
};

/** Every status that a list can be narrowed to, with its name on screen; the empty one is all, open ones first. */
export const statusOptions = [
  { value: '', label: 'All, open ones first' },
  { value: 'open', label: 'Open' },
  ...Object.entries(looks).map(([value, [, label]]) => ({ value, label })),
];

/** The status of that name, if it is one. */
export function toStatus(name: string | null): Status | 'open' | undefined {
  return statusOptions
    .map(({ value }) => value)
    .find((value): value is Status | 'open' => value !== '' && value === name);
}

/** How an alert stands. */
export function AlertState({ status }: Pick<AlertSummary, 'status'>) {
  const [type, text] = looks[status];
  return <StatusIndicator type={type}>{text}</StatusIndicator>;
}

/** Who has it, and until when; of a resolved one, who ended it. */
export function AlertOwner({ alert: { status, acknowledged, resolved } }: { readonly alert: AlertSummary }) {
  if (resolved !== null) return <bdi>{`Ended by ${whoOf(resolved.by)}`}</bdi>;
  if (status !== 'acknowledged' || acknowledged === null) return <span className="quiet">Nobody yet</span>;
  const until = acknowledged.until === undefined ? '' : `, until ${clockOf(acknowledged.until)}`;
  return <bdi>{whoOf(acknowledged.by) + until}</bdi>;
}
