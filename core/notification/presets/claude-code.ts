import { agentReading } from './agent-situation.ts';
import { readHook } from './agent-hooks.ts';
import { textAt } from './body-value.ts';
import type { Preset } from './preset.ts';

/**
 * Hooks of Claude Code, sent by an `http` hook or piped to a client.
 *
 * @see https://code.claude.com/docs/en/hooks
 * @see specification 2.9
 */
export const claudeCode: Preset = {
  read({ body }) {
    const news = readHook(body, 'Claude');
    return news && agentReading({ agent: 'claude-code', folder: textAt(body, 'cwd') }, news);
  },
};
