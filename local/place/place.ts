/** Where the runner finds what it starts. */
export interface Installation {
  /** Absolute; the others are relative to it. */
  readonly root: string;
  /** The CDK app. */
  readonly app: string;
  /** What each instance of a function runs in. */
  readonly instance: string;
  /** What the templates depend on. */
  readonly sources: readonly string[];
}
