import type { JsonObject } from '../../message/json-object.ts';
import type { AgentNews } from './agent-situation.ts';
import { textAt } from './body-value.ts';
import { around, capitalised, joined, lines, type Part, quote, say, words } from './wording.ts';

/** Reads one kind of hook. `speaker` is what the agent is called in a sentence. */
type Read = (body: JsonObject, speaker: string) => AgentNews;

/**
 * What a hook says; `undefined` when the body is none. Only an end, a question, a permission and a failure are
 * situations of the convention. Every other hook, known or new, is progress: `SessionStart`, `UserPromptSubmit`,
 * `PreToolUse`, `PreCompact`, `SubagentStart`, `Interrupt`, `SessionEnd` …
 *
 * @see https://code.claude.com/docs/en/hooks
 * @see https://developers.openai.com/codex/hooks
 */
export function readHook(body: JsonObject, speaker: string): AgentNews | undefined {
  const event = textAt(body, 'hook_event_name');
  if (event === undefined) return undefined;
  return readers.get(event)?.(body, speaker) ?? readProgress(body, event);
}

const readers = new Map<string, Read>([
  ['Stop', readStop],
  ['SubagentStop', readSubagent],
  ['TeammateIdle', readTeammate],
  ['TaskCompleted', readTask],
  ['Notification', readNotice],
  ['Elicitation', readQuestion],
  ['PreToolUse', readTool],
  ['PermissionRequest', (body) => ({ situation: 'permission', what: 'needs permission', message: toolText(body) })],
  ['PermissionDenied', readDenial],
  ['StopFailure', readFailure],
  ['PostToolUseFailure', readToolFailure],
]);

function readStop(body: JsonObject, speaker: string): AgentNews {
  return { situation: 'completed', what: 'task finished', message: answerOf(body) ?? `${speaker} finished its turn.` };
}

function readSubagent(body: JsonObject): AgentNews {
  const what = say('subagent', textAt(body, 'agent_type'), 'finished');
  return { situation: 'completed', what, message: answerOf(body) };
}

function readTeammate(body: JsonObject): AgentNews {
  return { situation: 'completed', what: say('teammate', textAt(body, 'teammate_name'), 'is idle') };
}

function readTask(body: JsonObject): AgentNews {
  const message = textAt(body, 'task_subject', 'task_description');
  return { situation: 'completed', what: 'task completed', message };
}

/** What a `Notification` is about, by its `notification_type`. */
const notices = new Map<string, AgentNews>([
  ['permission_prompt', { situation: 'permission', what: 'needs permission' }],
  ['elicitation_dialog', { situation: 'waiting', what: 'waits for an answer' }],
  ['idle_prompt', { situation: 'waiting', what: 'waits for input' }],
  ['agent_needs_input', { situation: 'waiting', what: 'waits for input' }],
  ['agent_completed', { situation: 'completed', what: 'task finished' }],
  ['auth_success', { what: 'signed in' }],
]);

function readNotice(body: JsonObject): AgentNews {
  const message = lines(textAt(body, 'title'), textAt(body, 'message'));
  const type = textAt(body, 'notification_type');
  const known = notices.get(type ?? '');
  if (known !== undefined) return { ...known, message };
  if (type !== undefined) return { what: words(type), message };
  // Older versions send the text alone, for these two reasons.
  return /permission|approv/i.test(message ?? '')
    ? { situation: 'permission', what: 'needs permission', message }
    : { situation: 'waiting', what: 'waits for input', message };
}

/** A server of tools asks the person something. */
function readQuestion(body: JsonObject): AgentNews {
  return { situation: 'waiting', what: 'waits for an answer', message: quote(textAt(body, 'message')) };
}

/** Tools by which an agent asks the person at the terminal. */
const ASKING_TOOLS = new Set(['AskUserQuestion', 'request_user_input']);

function readTool(body: JsonObject): AgentNews {
  if (!ASKING_TOOLS.has(textAt(body, 'tool_name') ?? '')) return readProgress(body, 'PreToolUse');
  const question = quote(textAt(body, 'tool_input.questions.0.question', 'tool_input.question'));
  return { situation: 'waiting', what: 'waits for an answer', message: question };
}

function readDenial(body: JsonObject): AgentNews {
  const message = lines(toolText(body), quote(textAt(body, 'reason')));
  return { situation: 'permission', what: 'was denied permission', message };
}

function readFailure(body: JsonObject): AgentNews {
  const message = lines(textAt(body, 'error_details', 'error'), answerOf(body));
  return { situation: 'error', what: 'stopped with an error', message };
}

function readToolFailure(body: JsonObject): AgentNews {
  const what = say(textAt(body, 'tool_name') ?? 'a tool', 'failed');
  return { situation: 'error', what, message: lines(toolText(body), quote(textAt(body, 'error'))) };
}

function readProgress(body: JsonObject, event: string): AgentNews {
  const reason = textAt(body, 'reason', 'exit_reason');
  return {
    what: event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase(),
    message: lines(
      quote(textAt(body, 'prompt', 'message')),
      toolText(body),
      around('Reason: ', reason === undefined ? undefined : words(reason)),
    ),
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
