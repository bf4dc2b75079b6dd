import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Settings = z.object({
  hooks: z.object({
    PermissionRequest: z.tuple([
      z.object({ hooks: z.tuple([z.object({ command: z.string(), timeout: z.number() })]) }),
    ]),
  }),
});

/** The hook of an agent, as `docs/agents.md` shows it in its settings. */
export function hookOfDocs(file: string): { readonly command: string; readonly timeout: number } {
  const page = readFileSync(join(import.meta.dirname, '../../docs/agents.md'), 'utf8');
  const [, block = ''] = /```json\n([^]*?)```/.exec(page.slice(page.indexOf(file))) ?? [];
  return Settings.parse(JSON.parse(block)).hooks.PermissionRequest[0].hooks[0];
}

/** What an agent gives its hook when it needs permission. */
export const permission = (own: object = {}) =>
  JSON.stringify({
    session_id: 'abc123',
    cwd: '/home/ada/shop',
    hook_event_name: 'PermissionRequest',
    tool_name: 'Bash',
    tool_input: { command: 'rm -rf node_modules', description: 'Start afresh' },
    ...own,
  });
