import type { AGENTS } from '../choices.ts';
import { wrongUse } from '../failure.ts';
import { planDestination } from '../router/destination.ts';
import { post } from '../router/post.ts';
import type { Printer } from '../terminal/print.ts';
import { readStdin, type Surroundings } from '../terminal/surroundings.ts';

interface HookOptions {
  readonly agent: (typeof AGENTS)[number];
  /** What Codex gives its `notify` program; hooks come on stdin. */
  readonly event?: string | undefined;
  readonly webhook?: string;
  readonly json?: boolean;
}

/** Sends on what an agent's hook says. Prints nothing by itself: agents read what a hook prints as a decision. */
export async function hook(surroundings: Surroundings, print: Printer, options: HookOptions): Promise<void> {
  const { agent, webhook } = options;
  const destination = await planDestination(surroundings, { webhook, preset: agent });
  const event = options.event ?? (await readStdin(surroundings));
  if (!isJsonObject(event)) throw wrongUse(`this is no hook of ${agent}; pipe its JSON in`);
  const accepted = await post(await destination(), event);
  if (options.json === true) print.json(accepted);
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
