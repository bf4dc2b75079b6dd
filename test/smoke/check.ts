import type { Router } from './router.ts';

/** One thing that the specification says, tried from outside. */
export interface Check {
  /** A behaviour with its condition. */
  readonly name: string;
  /** Of the interface specification; `–` where it is silent and `docs/api.md` speaks. */
  readonly section: string;
  /** @throws when the router does anything else */
  run(router: Router): Promise<void>;
}

/** Checks that run one after the other; groups run at the same time. */
export interface Group {
  readonly name: string;
  readonly checks: readonly Check[];
}

/** What came of a check. */
export interface Result {
  readonly group: string;
  readonly name: string;
  readonly section: string;
  readonly passed: boolean;
  readonly durationMs: number;
  /** Why it did not pass. */
  readonly error?: string;
}
