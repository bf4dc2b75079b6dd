import type { Part } from './wording.ts';

/** What presets mean by a priority: 5 wake somebody, 4 something broke, 3 look at it, 2 good to know, 1 background. */
const wordsByPriority: readonly (readonly [number, readonly string[]])[] = [
  [5, ['critical', 'crit', 'fatal', 'emergency', 'emerg', 'page', 'disaster', 'p1', 'sev1', 'sev-1', 'urgent']],
  [4, ['error', 'err', 'high', 'major', 'failure', 'failed', 'alarm', 'alert', 'alerting', 'firing', 'down', 'p2']],
  [4, ['triggered', 'timed_out', 'startup_failure', 'sev2', 'sev-2', 'no data', 'nodata']],
  [3, ['warning', 'warn', 'medium', 'moderate', 'minor', 'average', 'p3', 'sev3', 'sev-3', 'action_required']],
  [3, ['insufficient_data', 'cancelled', 'canceled', 'acknowledged', 'pending', 'changes_requested', 'stale']],
  [2, ['info', 'information', 'informational', 'ok', 'resolved', 'recovered', 'recovery', 'success', 'succeeded']],
  [2, ['low', 'normal', 'up', 'p4', 'approved', 'completed', 'none', 'notice', 'passed', 'inactive']],
  [1, ['debug', 'trace', 'p5', 'queued', 'in_progress', 'running', 'requested', 'skipped', 'neutral', 'waiting']],
];

const priorities = new Map(wordsByPriority.flatMap(([priority, names]) => names.map((name) => [name, priority])));

/** The priority that a severity or state word gives, without case; `undefined` for a word nobody knows. */
export function priorityOf(severity: Part): number | undefined {
  return severity === undefined ? undefined : priorities.get(severity.toLowerCase());
}
