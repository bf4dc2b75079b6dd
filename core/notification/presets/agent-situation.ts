import type { PresetReading } from './preset.ts';
import { joined, lastStep, type Part } from './wording.ts';

/** What an AI coding agent is at, with the priority of the convention. @see specification 2.9 */
const priorities = { completed: 2, waiting: 3, permission: 4, error: 4 } as const;

/** One of the four situations; also the tag. */
export type Situation = keyof typeof priorities;

interface AgentNews {
  /** The tag of the agent, such as `claude-code`. */
  readonly agent: string;
  readonly situation: Situation;
  /** What happened, in a few words. */
  readonly what: string;
  /** The folder the agent works in; its last step is the project. */
  readonly folder: Part;
  readonly message: Part;
}

/** The reading of a message from an agent: the project in the title tells parallel sessions apart. */
export function agentReading({ agent, situation, what, folder, message }: AgentNews): PresetReading {
  const step = lastStep(folder);
  // `.`, `..` and what somebody left out as `…` name no project.
  const project = step === undefined || /^[.…]+$/.test(step) ? undefined : step;
  return {
    title: joined([project, what], ': '),
    message: message ?? what,
    priority: priorities[situation],
    tags: ['ai-agent', agent, situation, project],
  };
}
