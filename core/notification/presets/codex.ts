import type { JsonObject } from '../../message/json-object.ts';
import { readHook } from './agent-hooks.ts';
import { type AgentNews, agentReading, type Situation } from './agent-situation.ts';
import { textAt, textsAt } from './body-value.ts';
import type { Preset } from './preset.ts';
import { around, capitalised, firstLine, lines, quote, words } from './wording.ts';

/**
 * The Codex CLI: its hooks, which are named as those of Claude Code, and what it gives to its `notify` program, piped to
 * a client.
 *
 * @see https://developers.openai.com/codex/hooks
 * @see https://github.com/openai/codex/blob/main/docs/config.md#notify
 * @see specification 2.9
 */
export const codex: Preset = {
  read({ body }) {
    const news = readHook(body, 'Codex') ?? readEvent(body);
    return news && agentReading({ agent: 'codex', folder: textAt(body, 'cwd') }, news);
  },
};

const FINISHED = 'agent-turn-complete';

/**
 * Names that tell the situation, the first that fits. Versions differ in what they notify of: `approval-requested`,
 * `user-input-requested`, `plan-mode-prompt`, `elicitation-request` …
 */
const situations: readonly (readonly [RegExp, Situation | undefined])[] = [
  [/^(?:agent-)?(?:turn|task)[-_./]?completed?$/, 'completed'],
  [/submit|respon|answer|resolv/, undefined],
  [/approval|permission/, 'permission'],
  [/error|fail/, 'error'],
  [/input|question|elicitation|plan-mode|idle|wait/, 'waiting'],
];

function readEvent(body: JsonObject): AgentNews | undefined {
  const type = textAt(body, 'type');
  if (type === undefined) return undefined;
  const [, situation] = situations.find(([names]) => names.test(type)) ?? [];
  return {
    situation,
    what: type === FINISHED ? 'task finished' : words(type),
    message:
      lines(
        quote(textAt(body, 'last-assistant-message', 'message', 'reason')),
        around('Asked: ', firstLine(quote(textsAt(body, 'input-messages').at(-1)))),
      ) ?? capitalised(words(type)),
  };
}
