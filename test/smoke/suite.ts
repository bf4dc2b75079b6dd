import type { Check, Group, Result } from './check.ts';
import { delivering } from './checks/delivering.ts';
import { managing } from './checks/managing.ts';
import { refusing } from './checks/refusing.ts';
import { sending } from './checks/sending.ts';
import { site } from './checks/site.ts';
import { streaming } from './checks/streaming.ts';
import { openRouter, type Router, type Target } from './router.ts';

const groups: readonly Group[] = [site, sending, refusing, streaming, delivering, managing];

/** How a run is watched and narrowed down. */
export interface RunOptions {
  /** Only checks with this text in `<group>: <name>`, whatever its case. @default all */
  readonly only?: string;
  /** Ends the run after the checks that are under way. */
  readonly signal?: AbortSignal;
  /** Called with each result as it comes. */
  readonly onResult?: (result: Result) => void;
}

/**
 * Tries the specification on a running router, in an organisation made for it and deleted afterwards.
 *
 * @returns the results in the order of the suite
 * @throws when there is nothing to try it on: no router, no owner's token
 */
export async function runSmoke(target: Target, { only = '', ...options }: RunOptions = {}): Promise<Result[]> {
  const router = await openRouter(target);
  try {
    const chosen = groups.map(({ name, checks }) => ({
      name,
      checks: checks.filter((check) => `${name}: ${check.name}`.toLowerCase().includes(only.toLowerCase())),
    }));
    return (await Promise.all(chosen.map(async (group) => runGroup(group, router, options)))).flat();
  } finally {
    await router.close();
  }
}

async function runGroup(group: Group, router: Router, { signal, onResult }: RunOptions): Promise<Result[]> {
  const results: Result[] = [];
  for (const check of group.checks) {
    if (signal?.aborted) break;
    const result = await runCheck(group.name, check, router);
    onResult?.(result);
    results.push(result);
  }
  return results;
}

async function runCheck(group: string, check: Check, router: Router): Promise<Result> {
  const { name, section } = check;
  const startedAt = performance.now();
  const error = await check.run(router).then(() => undefined, messageOf);
  const durationMs = Math.round(performance.now() - startedAt);
  return { group, name, section, passed: error === undefined, durationMs, ...(error === undefined ? {} : { error }) };
}

/** Of a network failure, what it was: `fetch failed` says nothing. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
