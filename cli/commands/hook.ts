import { type Choice, type Permission, permissionIn } from '../agents/permission.ts';
import type { AGENTS } from '../choices.ts';
import { wrongUse } from '../failure.ts';
import { Refusal } from '../router/answers.ts';
import { type Destination, planDestination } from '../router/destination.ts';
import { post } from '../router/post.ts';
import type { Printer } from '../terminal/print.ts';
import { readStdin, type Surroundings } from '../terminal/surroundings.ts';
import { askPeople } from './ask-people.ts';

interface HookOptions {
  readonly agent: (typeof AGENTS)[number];
  /** What Codex gives its `notify` program; hooks come on stdin. */
  readonly event?: string | undefined;
  /** Seconds. */
  readonly expires: number;
  readonly webhook?: string;
  readonly json?: boolean;
}

const OPTIONS = [
  { id: 'allow', label: 'Allow', style: 'primary' },
  { id: 'deny', label: 'Deny', style: 'danger' },
] as const satisfies readonly { id: Choice; label: string; style: string }[];

/**
 * Sends on what an agent's hook says. A request for permission is asked, and the decision printed as the agent reads it.
 * Without a decision stdout stays empty: then the agent asks at its terminal.
 */
export async function hook(surroundings: Surroundings, print: Printer, options: HookOptions): Promise<void> {
  const { agent, webhook } = options;
  const find = await planDestination(surroundings, { webhook, preset: agent });
  const text = options.event ?? (await readStdin(surroundings));
  const event = jsonObject(text);
  if (event === undefined) throw wrongUse(`this is no hook of ${agent}; pipe its JSON in`);
  const permission = permissionIn(agent, event);
  const destination = await find();
  if (permission !== undefined && (await decide(destination, permission, print, options))) return;
  const accepted = await post(destination, text);
  if (options.json === true) print.json(accepted);
}

/** @returns whether anybody could be asked: a webhook that does not ask still tells */
async function decide(
  destination: Destination,
  { decision, ...notification }: Permission,
  print: Printer,
  { expires: expiresIn }: HookOptions,
): Promise<boolean> {
  const question = { ...notification, priority: PRIORITY, options: OPTIONS, expiresIn };
  try {
    const standing = await askPeople(destination, question, print);
    const chosen = OPTIONS.find(({ id }) => id === standing?.answer?.option);
    if (chosen !== undefined) print.json(decision(chosen.id));
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) || ![400, 403].includes(error.httpStatus)) throw error;
    print.note(`nobody can be asked: ${error.message}`);
    return false;
  }
}

/** That of the presets for agents that need permission. */
const PRIORITY = 4;

function jsonObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
