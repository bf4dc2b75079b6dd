import type { JsonObject } from '../notification.ts';
import { agentReading, type Situation } from './agent-situation.ts';
import { textAt } from './body-value.ts';
import type { Preset } from './preset.ts';
import { around, capitalised, joined, lines, type Part, quote, say, words } from './wording.ts';

interface News {
  readonly situation: Situation;
  readonly what: string;
  readonly message?: Part;
}

/** What a `Notification` hook asks for, by its `notification_type`. */
const asked = new Map<string, News>([
  ['permission_prompt', { situation: 'permission', what: 'needs permission' }],
  ['elicitation_dialog', { situation: 'waiting', what: 'waits for an answer' }],
  ['idle_prompt', { situation: 'waiting', what: 'waits for input' }],
  ['agent_needs_input', { situation: 'waiting', what: 'waits for input' }],
  ['auth_success', { situation: 'completed', what: 'signed in' }],
]);

/**
 * Hooks of Claude Code, sent by an `http` hook or piped to a client.
 *
 * @see https://code.claude.com/docs/en/hooks
 * @see specification 2.9
 */
export const claudeCode: Preset = {
  read({ body }) {
    const event = textAt(body, 'hook_event_name');
    if (event === undefined) return undefined;
    const { situation, what, message } = (readers.get(event) ?? readOther)(body, event);
    return agentReading({ agent: 'claude-code', situation, what, folder: textAt(body, 'cwd'), message });
  },
};

type Read = (body: JsonObject, event: string) => News;

const readers = new Map<string, Read>([
  ['Notification', readNotice],
  [
    'Stop',
    (body) => ({
      situation: 'completed',
      what: 'task finished',
      message: answerOf(body) ?? 'Claude finished its turn.',
    }),
  ],
  ['SubagentStop', readSubagent],
  ['StopFailure', readFailure],
  [
    'TeammateIdle',
    (body) => ({ situation: 'completed', what: say('teammate', textAt(body, 'teammate_name'), 'is idle') }),
  ],
  ['PermissionRequest', (body) => ({ situation: 'permission', what: 'needs permission', message: toolText(body) })],
  ['PostToolUseFailure', readToolFailure],
  ['SessionEnd', readEnd],
  [
    'TaskCompleted',
    (body) => ({
      situation: 'completed',
      what: 'task completed',
      message: textAt(body, 'task_subject', 'task_description'),
    }),
  ],
]);

function readNotice(body: JsonObject): News {
  const message = lines(textAt(body, 'title'), textAt(body, 'message'));
  const known = asked.get(textAt(body, 'notification_type') ?? '');
  if (known !== undefined) return { ...known, message };
  // Older versions send the text alone.
  const permission = /permission|approv/i.test(message ?? '');
  return {
    situation: permission ? 'permission' : 'waiting',
    what: permission ? 'needs permission' : 'waits for input',
    message,
  };
}

function readSubagent(body: JsonObject): News {
  const agent = textAt(body, 'agent_type');
  return { situation: 'completed', what: say('subagent', agent, 'finished'), message: answerOf(body) };
}

function readFailure(body: JsonObject): News {
  const message = lines(textAt(body, 'error_details', 'error'), answerOf(body));
  return { situation: 'error', what: 'stopped with an error', message };
}

function readToolFailure(body: JsonObject): News {
  const what = say(textAt(body, 'tool_name') ?? 'a tool', 'failed');
  return { situation: 'error', what, message: lines(toolText(body), quote(textAt(body, 'error'))) };
}

function readEnd(body: JsonObject): News {
  const reason = textAt(body, 'reason', 'exit_reason');
  return {
    situation: 'completed',
    what: 'session ended',
    message: around('Reason: ', reason === undefined ? undefined : words(reason)),
  };
}

/** Any other hook is progress. */
function readOther(body: JsonObject, event: string): News {
  const name = event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return {
    situation: 'completed',
    what: name,
    message: lines(quote(textAt(body, 'prompt', 'message')), toolText(body)),
  };
}

function answerOf(body: JsonObject): Part {
  return quote(textAt(body, 'last_assistant_message'));
}

/** `Bash: npm test`: what a tool is to do. */
function toolText(body: JsonObject): Part {
  const target = textAt(
    body,
    'tool_input.command',
    'tool_input.file_path',
    'tool_input.url',
    'tool_input.query',
    'tool_input.pattern',
    'tool_input.description',
    'tool_input.prompt',
  );
  const tool = textAt(body, 'tool_name');
  return joined([tool === undefined ? undefined : capitalised(tool), quote(target)], ': ');
}
