import { agentReading } from './agent-situation.ts';
import { textAt, textsAt } from './body-value.ts';
import type { Preset } from './preset.ts';
import { around, capitalised, firstLine, lines, quote, words } from './wording.ts';

/**
 * What the Codex CLI gives to its `notify` program, piped to a client.
 *
 * @see https://github.com/openai/codex/blob/main/docs/config.md#notify
 * @see specification 2.9
 */
export const codex: Preset = {
  read({ body }) {
    const type = textAt(body, 'type');
    if (type === undefined) return undefined;
    const finished = type === 'agent-turn-complete';
    const asks = /approval|permission/.test(type);
    const failed = /error|fail/.test(type);
    return agentReading({
      agent: 'codex',
      situation: asks ? 'permission' : failed ? 'error' : 'completed',
      what: finished ? 'task finished' : words(type),
      folder: textAt(body, 'cwd'),
      message:
        lines(
          quote(textAt(body, 'last-assistant-message', 'message', 'reason')),
          around('Asked: ', firstLine(quote(textsAt(body, 'input-messages').at(-1)))),
        ) ?? capitalised(words(type)),
    });
  },
};
