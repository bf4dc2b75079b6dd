import { standingOf } from './ask-view.ts';
import type { Ask } from './ask.ts';
import { outcomeText } from './outcome.ts';

/** How the task of Step Functions ends that waits for an answer. */
export type TaskEnd =
  /** `output`: the answer as JSON. */
  | { readonly kind: 'success'; readonly output: string }
  | { readonly kind: 'failure'; readonly error: 'AskExpired' | 'AskCancelled'; readonly cause: string };

/** What came of telling Step Functions. `refused`: it will never take it; `reason` is the name of its error. */
export type TaskOutcome = { readonly kind: 'completed' } | { readonly kind: 'refused'; readonly reason: string };

/** Ends a task. @throws when it may work later */
export type CompleteTask = (taskToken: string, end: TaskEnd) => Promise<TaskOutcome>;

/** What the task that waits for the answer is told once the ask has ended. */
export function taskEndOf(ask: Ask): TaskEnd {
  const { answer } = standingOf(ask);
  if (answer !== null) return { kind: 'success', output: JSON.stringify(answer) };
  const error = ask.status === 'cancelled' ? 'AskCancelled' : 'AskExpired';
  return { kind: 'failure', error, cause: outcomeText(ask) };
}
