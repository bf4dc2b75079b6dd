import { describe, expect, test } from 'vitest';
import { reading } from './reading-preset.ts';

const cwd = '/home/me/shop';

describe('claude-code preset', () => {
  test.each([
    [{ hook_event_name: 'Stop' }, 'task finished', 'Claude finished its turn.', 2, 'completed'],
    [
      { hook_event_name: 'Notification', message: 'Claude needs your permission to use Bash' },
      'needs permission',
      'Claude needs your permission to use Bash',
      4,
      'permission',
    ],
    [
      { hook_event_name: 'Notification', message: 'Claude is waiting for your input' },
      'waits for input',
      'Claude is waiting for your input',
      3,
      'waiting',
    ],
    [{ hook_event_name: 'Notification' }, 'waits for input', 'waits for input', 3, 'waiting'],
    [
      { hook_event_name: 'Notification', notification_type: 'elicitation_dialog', message: 'Which port?' },
      'waits for an answer',
      'Which port?',
      3,
      'waiting',
    ],
    [
      { hook_event_name: 'Notification', notification_type: 'auth_success', message: 'ok' },
      'signed in',
      'ok',
      2,
      'completed',
    ],
    [
      { hook_event_name: 'Notification', notification_type: 'agent_needs_input', message: 'ok' },
      'waits for input',
      'ok',
      3,
      'waiting',
    ],
    [
      { hook_event_name: 'StopFailure', error: 'rate_limit', last_assistant_message: 'I was' },
      'stopped with an error',
      'rate_limit\nI was',
      4,
      'error',
    ],
    [
      { hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: { command: 'rm -r dist' } },
      'needs permission',
      'Bash: rm -r dist',
      4,
      'permission',
    ],
    [
      { hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', error: 'exit 1' },
      'Bash failed',
      'Bash\nexit 1',
      4,
      'error',
    ],
    [{ hook_event_name: 'PostToolUseFailure' }, 'a tool failed', 'a tool failed', 4, 'error'],
    [
      { hook_event_name: 'SessionEnd', reason: 'prompt_input_exit' },
      'session ended',
      'Reason: prompt input exit',
      2,
      'completed',
    ],
    [{ hook_event_name: 'SessionEnd' }, 'session ended', 'session ended', 2, 'completed'],
    [{ hook_event_name: 'SubagentStop' }, 'subagent finished', 'subagent finished', 2, 'completed'],
    [{ hook_event_name: 'TaskCompleted', task_subject: 'Rename' }, 'task completed', 'Rename', 2, 'completed'],
    [
      { hook_event_name: 'TeammateIdle', teammate_name: 'researcher' },
      'teammate researcher is idle',
      'teammate researcher is idle',
      2,
      'completed',
    ],
    [{ hook_event_name: 'UserPromptSubmit', prompt: 'Fix it' }, 'user prompt submit', 'Fix it', 2, 'completed'],
  ])('tells %j', async (hook, what, message, priority, situation) => {
    expect(await reading('claude-code', { ...hook, cwd })).toEqual({
      title: `shop: ${what}`,
      message,
      priority,
      tags: ['ai-agent', 'claude-code', situation, 'shop'],
    });
  });

  test('tells sessions apart only where it knows the folder', async () => {
    expect((await reading('claude-code', { hook_event_name: 'Stop' }))?.title).toBe('task finished');
    expect((await reading('claude-code', { hook_event_name: 'Stop', cwd: 'C:\\src\\shop\\' }))?.title).toBe(
      'shop: task finished',
    );
  });

  test.each(['.', '/home/mona/..', '/Users/...', '/Users/…'])('takes no project from the folder %s', async (cwd) => {
    expect(await reading('claude-code', { hook_event_name: 'Stop', cwd })).toMatchObject({
      title: 'task finished',
      tags: ['ai-agent', 'claude-code', 'completed', undefined],
    });
  });

  test('leaves anything but a hook to guessing', async () => {
    expect(await reading('claude-code', { message: 'hi' })).toBeUndefined();
  });
});

describe('codex preset', () => {
  test.each([
    [{ type: 'agent-turn-complete' }, 'task finished', 'Agent turn complete', 2, 'completed'],
    [
      { type: 'approval-requested', reason: 'write outside the folder' },
      'approval requested',
      'write outside the folder',
      4,
      'permission',
    ],
    [{ type: 'turn-failed', message: 'no quota' }, 'turn failed', 'no quota', 4, 'error'],
    [
      { type: 'session-start', 'input-messages': ['a', 'Do it\nnow', null] },
      'session start',
      'Asked: Do it',
      2,
      'completed',
    ],
  ])('tells %j', async (event, what, message, priority, situation) => {
    expect(await reading('codex', { ...event, cwd })).toEqual({
      title: `shop: ${what}`,
      message,
      priority,
      tags: ['ai-agent', 'codex', situation, 'shop'],
    });
  });

  test('leaves a body without a type to guessing', async () => {
    expect(await reading('codex', {})).toBeUndefined();
  });
});
