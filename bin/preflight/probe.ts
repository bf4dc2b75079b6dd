import type { Settings } from '../../lib/config/settings.ts';

/** Where the router is to be deployed, and with which settings. */
export interface Place {
  readonly account: string;
  readonly region: string;
  readonly settings: Settings;
}

/** An account's answer to one question. */
export type Answer =
  | { readonly kind: 'good'; readonly detail: string }
  | { readonly kind: 'bad'; readonly detail: string; readonly next: string };

/** An answer, or why there is none. */
export type Finding = { readonly subject: string } & (
  | Answer
  | { readonly kind: 'unknown'; readonly detail: string; readonly next: string }
);

/** One question to the account. Its calls only read. */
export interface Probe {
  readonly subject: string;
  /** The permission that the question needs. */
  readonly right: string;
  readonly ask: () => Promise<Answer>;
}

export const good = (detail: string): Answer => ({ kind: 'good', detail });
export const bad = (detail: string, next: string): Answer => ({ kind: 'bad', detail, next });

/** Asks. A refusal counts as an unknown answer: the person who deploys might lack the permission to look. */
export async function findingOf({ subject, right, ask }: Probe): Promise<Finding> {
  try {
    return { subject, ...(await ask()) };
  } catch (error) {
    const [detail = ''] = String(error).split('\n');
    return { subject, kind: 'unknown', detail, next: `Look again with credentials that have the right ${right}.` };
  }
}

/** Whether an error of the SDK has one of these names. */
export function isNamed(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}
