import type { Alert } from './alert.ts';
import { type Change, type AlertEffect, effectOn, guessedEffect, type AlertStep, written } from './change.ts';

/** What came of a step. */
export type StepResult =
  /** `before`: what it was written over. */
  | { readonly kind: 'written'; readonly before: Alert | undefined }
  /** Its condition did not hold; `found` is what is there instead. */
  | { readonly kind: 'refused'; readonly found: Alert | undefined }
  /** Not written: too much at once. */
  | { readonly kind: 'busy' }
  /** The answer was lost: nobody knows whether it was written. */
  | { readonly kind: 'doubtful' };

/** Which alert: the newest of a webhook and key. */
export type AlertKey = Pick<Change, 'organizationId' | 'webhookId' | 'key'>;

/** Where the newest alert of each key stands. */
export interface AlertHeads {
  read(key: AlertKey): Promise<Alert | undefined>;
  /** Writes a step on its condition. Makes one try: what is tried again is for the caller to know. */
  write(step: AlertStep): Promise<StepResult>;
}

export interface ChangePorts {
  readonly heads: AlertHeads;
  readonly now: () => number;
  /** Waits a little before another try. */
  readonly pause: (tries: number) => Promise<void>;
}

/** What a change did. */
export interface Changed {
  /** Absent: it changed nothing. */
  readonly effect?: AlertEffect;
  readonly before: Alert | undefined;
  /** Absent: there is no alert of this key. */
  readonly after: Alert | undefined;
}

/** How long an alert that cannot be written is tried again. */
const PATIENCE_MS = 2000;

/**
 * Applies a change to the newest alert of its key: mostly by one write, whose condition guesses that nothing unusual is
 * going on; what a refused write finds says what to do instead. Changes of one key that race all come through.
 *
 * @param mayBeDone whether the same change may have been applied before
 * @returns `undefined` when the alert could not be written within two seconds
 */
export async function applyChange(
  ports: ChangePorts,
  change: Change,
  mayBeDone: boolean,
): Promise<Changed | undefined> {
  const { heads, now, pause } = ports;
  const start = now();
  let step: AlertStep | undefined = mayBeDone ? undefined : { change, effect: guessedEffect(change) };
  let isDoubtful = mayBeDone;
  for (let tries = 1; now() - start < PATIENCE_MS; tries += 1) {
    try {
      const result = step === undefined ? await look(heads, change) : await heads.write(step);
      if (result.kind === 'written' && step !== undefined) {
        return { effect: step.effect, before: result.before, after: written(result.before, step) };
      }
      if (result.kind === 'refused') {
        const { found } = result;
        const done = isDoubtful && found !== undefined ? doneBefore(found, change) : undefined;
        if (done !== undefined) return { effect: done, before: found, after: found };
        const effect = effectOn(found, change);
        if (effect === undefined) return { before: found, after: found };
        step = stepOver(found, { change, effect, ...(isDoubtful ? { isDoubtful } : {}) });
        continue;
      }
      if (result.kind === 'doubtful') {
        isDoubtful = true;
        step = undefined;
      }
    } catch {
      // Reading failed: there is nothing to go by yet.
    }
    await pause(tries);
  }
  return undefined;
}

async function look(heads: AlertHeads, change: Change): Promise<StepResult> {
  return { kind: 'refused', found: await heads.read(change) };
}

/** What a change has done already, as far as the alert shows it; a repetition must change nothing again. */
function doneBefore(alert: Alert, { messageId, status }: Change): AlertEffect | undefined {
  switch (status) {
    case 'firing':
      if (alert.messageId !== messageId) return undefined;
      return alert.count === 1 ? 'begin' : 'repeat';
    case 'acknowledged':
      return alert.acknowledged?.messageId === messageId ? 'acknowledge' : undefined;
    case 'resolved':
      return alert.resolved?.messageId === messageId ? 'resolve' : undefined;
  }
}

function stepOver(found: Alert | undefined, step: Omit<AlertStep, 'seen'>): AlertStep {
  const { effect, change } = step;
  const isNewTimer =
    (effect === 'repeat' || effect === 'raise') && found?.autoResolveSeconds !== change.autoResolveSeconds;
  return effect === 'begin-again' || isNewTimer ? { ...step, seen: found } : step;
}
