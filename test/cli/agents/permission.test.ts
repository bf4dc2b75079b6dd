import { describe, expect, it } from 'vitest';
import { permissionIn } from '../../../cli/agents/permission.ts';

const bash = { tool_name: 'Bash', tool_input: { command: 'rm -rf node_modules' }, cwd: '/home/ada/shop' };
const request = (own: object = {}) => ({ hook_event_name: 'PermissionRequest', ...bash, ...own });

describe('a request for permission', () => {
  it.each(['claude-code', 'codex'] as const)('of %s is asked with all that people must see', (agent) => {
    const { title, message, tags } = permissionIn(agent, request()) ?? {};

    expect(title).toBe('Allow Bash?');
    expect(message).toBe('/home/ada/shop\n\n{\n  "command": "rm -rf node_modules"\n}');
    expect(tags).toEqual(['ai-agent', agent, 'permission']);
  });

  it.each(['claude-code', 'codex'] as const)('is decided in the words of %s, and no others', (agent) => {
    const permission = permissionIn(agent, request());

    expect(permission?.decision('allow')).toEqual({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
    });
    // Codex fails closed on fields that it reserves: `interrupt`, `updatedInput`, `updatedPermissions`.
    expect(permission?.decision('deny')).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'deny', message: expect.stringMatching(/^A person denied/) },
      },
    });
  });

  it('says how much it does not show', () => {
    const { message = '' } = permissionIn('codex', request({ tool_input: { content: 'x'.repeat(9000) } })) ?? {};

    expect(Array.from(message).length).toBeLessThanOrEqual(4000);
    expect(message).toMatch(/x\n\n… and 5\d{3} characters more, which only the terminal shows\.$/);
  });

  it('shows what a screen would hide or turn round', () => {
    const command = 'ls \u202e /mr\u200b \u2028 \u{e0041}';
    const { message } = permissionIn('codex', request({ tool_input: { command } })) ?? {};

    expect(message).toContain(String.raw`ls \u202e /mr\u200b \u2028 \udb40\udc41`);
  });
});

describe('a tool call before it runs', () => {
  const call = request({ hook_event_name: 'PreToolUse' });

  it('is decided as Claude Code reads it', () => {
    const permission = permissionIn('claude-code', call);

    expect(permission?.decision('allow')).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        permissionDecisionReason: expect.stringContaining('allowed'),
      },
    });
    expect(permission?.decision('deny')).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
  });

  it('is none for Codex, which takes no "allow" there', () => {
    expect(permissionIn('codex', call)).toBeUndefined();
  });
});

it.each([
  ['another hook', { hook_event_name: 'Stop' }],
  ['a question to whoever sits at the terminal', request({ tool_name: 'AskUserQuestion' })],
  ['a request without a tool', { hook_event_name: 'PermissionRequest' }],
])('%s asks nobody', (_, hook) => {
  expect(permissionIn('claude-code', hook)).toBeUndefined();
});
