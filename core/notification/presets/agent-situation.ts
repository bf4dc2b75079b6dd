import type { PresetReading } from './preset.ts';
import { joined, lastStep, type Part } from './wording.ts';

/** What an AI coding agent is at, with the priority of the convention. @see specification 2.9 */
const priorities = { completed: 2, waiting: 3, permission: 4, error: 4 } as const;

/** The convention has nothing for progress; it is worth less than the end of a task. */
const PROGRESS_PRIORITY = 1;

/** One of the four situations; also the tag. */
export type Situation = keyof typeof priorities;

/** What an agent says, without who says it. */
export interface AgentNews {
  /** Absent: the agent is still at work, so this is none of the four situations. */
  readonly situation?: Situation | undefined;
  /** What happened, in a few words. */
  readonly what: string;
  readonly message?: Part;
}

interface Agent {
  /** The tag of the agent, such as `claude-code`. */
  readonly agent: string;
  /** The folder the agent works in; its last step is the project. */
  readonly folder: Part;
}

/**
 * The reading of a message from an agent: the project in the title tells parallel sessions apart. It is no tag: a folder
 * may be named `error`.
 */
export function agentReading({ agent, folder }: Agent, { situation, what, message }: AgentNews): PresetReading {
  const step = lastStep(folder);
  // `.`, `..` and what somebody left out as `…` name no project.
  const project = step === undefined || /^[.…]+$/.test(step) ? undefined : step;
  return {
    title: joined([project, what], ': '),
    message: message ?? what,
    priority: situation === undefined ? PROGRESS_PRIORITY : priorities[situation],
    tags: ['ai-agent', agent, situation],
  };
}
