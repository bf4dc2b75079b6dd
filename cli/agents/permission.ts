import * as z from 'zod/mini';
import type { AGENTS } from '../choices.ts';

/** What an agent wants to do and people may decide. */
const ToolCall = z.looseObject({
  hook_event_name: z.enum(['PermissionRequest', 'PreToolUse']),
  tool_name: z.string(),
  tool_input: z.optional(z.unknown()),
  cwd: z.optional(z.string()),
});
type ToolCall = z.infer<typeof ToolCall>;

/** Questions to whoever sits at the terminal. Nobody else can answer them by "allow". */
const TALKING = new Set(['AskUserQuestion', 'ExitPlanMode', 'request_user_input']);

/** An agent's request for permission. */
export interface Permission {
  readonly title: string;
  readonly message: string;
  readonly tags: readonly string[];
  /** What the agent expects to read when people chose this. */
  readonly decision: (choice: Choice) => object;
}

/** What people may choose. */
export type Choice = 'allow' | 'deny';

const DENIED = 'A person denied this when asked by notification.';

/**
 * The permission that a hook asks for; `undefined` for every other hook. `PermissionRequest` means the same to both
 * agents. `PreToolUse` comes before every tool call, so it asks about those that its matcher names; Codex takes no
 * "allow" for it, so there it only tells.
 *
 * @see https://code.claude.com/docs/en/hooks#permissionrequest-decision-control
 * @see https://code.claude.com/docs/en/hooks#pretooluse-decision-control
 * @see https://developers.openai.com/codex/hooks
 */
export function permissionIn(agent: (typeof AGENTS)[number], hook: unknown): Permission | undefined {
  const parsed = ToolCall.safeParse(hook);
  if (!parsed.success || TALKING.has(parsed.data.tool_name)) return undefined;
  const { hook_event_name: event } = parsed.data;
  if (event === 'PreToolUse' && agent === 'codex') return undefined;
  return {
    title: `Allow ${parsed.data.tool_name}?`,
    message: messageOf(parsed.data),
    tags: ['ai-agent', agent, 'permission'],
    decision: (choice) => ({ hookSpecificOutput: { hookEventName: event, ...decisions[event](choice) } }),
  };
}

const decisions: Readonly<Record<ToolCall['hook_event_name'], (choice: Choice) => object>> = {
  PermissionRequest: (behavior) => ({
    decision: behavior === 'allow' ? { behavior } : { behavior, message: DENIED },
  }),
  PreToolUse: (permissionDecision) => ({
    permissionDecision,
    permissionDecisionReason:
      permissionDecision === 'allow' ? 'A person allowed this when asked by notification.' : DENIED,
  }),
};

/** Less than a message may have, so that the router cuts nothing by itself. */
const MOST_CHARACTERS = 3500;
/** What a screen does not show, or shows somewhere else. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Where and what exactly: whoever allows it must see it. What does not fit is said to be there. */
function messageOf({ cwd, tool_input: input }: ToolCall): string {
  const whole = `${cwd ?? ''}\n\n${JSON.stringify(input ?? {}, undefined, 2)}`.trimStart().replaceAll(UNSEEN, escaped);
  const characters = Array.from(whole);
  const hidden = characters.length - MOST_CHARACTERS;
  if (hidden <= 0) return whole;
  return `${characters.slice(0, MOST_CHARACTERS).join('')}\n\n… and ${hidden} characters more, which only the terminal shows.`;
}

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => unit(character.charCodeAt(at))).join('');

const unit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;
