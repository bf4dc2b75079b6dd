import type { Attempt } from '../api/types.ts';

/** Attempts in a row that ended alike. */
export interface Run {
  readonly outcome: Attempt['outcome'];
  readonly status: number | undefined;
  readonly error: string | undefined;
  readonly first: string;
  readonly last: string;
  readonly count: number;
  /** Of the slowest of them. */
  readonly durationMs: number;
  /** What the receiver said, each text once. */
  readonly responses: readonly NonNullable<Attempt['response']>[];
}

/** Attempts in order, those in a row that ended alike as one: fifty refusals are one fact. */
export function runsOf(attempts: readonly Attempt[]): Run[] {
  const runs: Run[] = [];
  for (const attempt of attempts) {
    const before = runs.at(-1);
    if (before !== undefined && isAlike(before, attempt)) runs.splice(-1, 1, extended(before, attempt));
    else runs.push(begun(attempt));
  }
  return runs;
}

const isAlike = (run: Run, { outcome, status, error }: Attempt): boolean =>
  run.outcome === outcome && run.status === status && run.error === error;

const begun = ({ outcome, status, error, at, durationMs, response }: Attempt): Run => ({
  outcome,
  status,
  error,
  first: at,
  last: at,
  count: 1,
  durationMs,
  responses: response === undefined ? [] : [response],
});

function extended(run: Run, { at, durationMs, response }: Attempt): Run {
  const isNew = response !== undefined && run.responses.every(({ body }) => body !== response.body);
  return {
    ...run,
    last: at,
    count: run.count + 1,
    durationMs: Math.max(run.durationMs, durationMs),
    responses: isNew ? [...run.responses, response] : run.responses,
  };
}
