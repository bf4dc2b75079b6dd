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
      1,
      undefined,
    ],
    [
      { hook_event_name: 'Notification', notification_type: 'agent_completed', message: 'ok' },
      'task finished',
      'ok',
      2,
      'completed',
    ],
    [
      { hook_event_name: 'Notification', notification_type: 'quota_auto_resume_started', message: 'needs permission' },
      'quota auto resume started',
      'needs permission',
      1,
      undefined,
    ],
    [
      { hook_event_name: 'Elicitation', message: 'Which port?', mcp_server_name: 'db' },
      'waits for an answer',
      'Which port?',
      3,
      'waiting',
    ],
    [
      {
        hook_event_name: 'PreToolUse',
        tool_name: 'AskUserQuestion',
        tool_input: { questions: [{ question: 'Blue or green?' }] },
      },
      'waits for an answer',
      'Blue or green?',
      3,
      'waiting',
    ],
    [
      { hook_event_name: 'PermissionDenied', tool_name: 'Bash', tool_input: { command: 'rm -r /' }, reason: 'no' },
      'was denied permission',
      'Bash: rm -r /\nno',
      4,
      'permission',
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
      'session end',
      'Reason: prompt input exit',
      1,
      undefined,
    ],
    [{ hook_event_name: 'SessionEnd' }, 'session end', 'session end', 1, undefined],
    [{ hook_event_name: 'SubagentStop' }, 'subagent finished', 'subagent finished', 2, 'completed'],
    [{ hook_event_name: 'TaskCompleted', task_subject: 'Rename' }, 'task completed', 'Rename', 2, 'completed'],
    [
      { hook_event_name: 'TeammateIdle', teammate_name: 'researcher' },
      'teammate researcher is idle',
      'teammate researcher is idle',
      2,
      'completed',
    ],
    [{ hook_event_name: 'UserPromptSubmit', prompt: 'Fix it' }, 'user prompt submit', 'Fix it', 1, undefined],
    [{ hook_event_name: 'PreToolUse', tool_name: 'Bash' }, 'pre tool use', 'Bash', 1, undefined],
  ])('tells %j', async (hook, what, message, priority, situation) => {
    expect(await reading('claude-code', { ...hook, cwd })).toEqual({
      title: `shop: ${what}`,
      message,
      priority,
      tags: ['ai-agent', 'claude-code', situation],
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
      tags: ['ai-agent', 'claude-code', 'completed'],
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
      1,
      undefined,
    ],
    [{ type: 'user-input-requested', message: 'Which?' }, 'user input requested', 'Which?', 3, 'waiting'],
    [{ type: 'plan-mode-prompt' }, 'plan mode prompt', 'Plan mode prompt', 3, 'waiting'],
    [{ type: 'elicitation_request' }, 'elicitation request', 'Elicitation request', 3, 'waiting'],
    [{ type: 'user-input-submitted' }, 'user input submitted', 'User input submitted', 1, undefined],
    [{ type: 'turn.completed' }, 'turn completed', 'Turn completed', 2, 'completed'],
    [{ hook_event_name: 'Stop', turn_id: 't' }, 'task finished', 'Codex finished its turn.', 2, 'completed'],
    [
      { hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: { command: 'npm i' } },
      'needs permission',
      'Bash: npm i',
      4,
      'permission',
    ],
    [
      { hook_event_name: 'PreToolUse', tool_name: 'request_user_input', tool_input: { question: 'Which?' } },
      'waits for an answer',
      'Which?',
      3,
      'waiting',
    ],
    [{ hook_event_name: 'Interrupt' }, 'interrupt', 'interrupt', 1, undefined],
  ])('tells %j', async (event, what, message, priority, situation) => {
    expect(await reading('codex', { ...event, cwd })).toEqual({
      title: `shop: ${what}`,
      message,
      priority,
      tags: ['ai-agent', 'codex', situation],
    });
  });

  test('leaves a body without a type to guessing', async () => {
    expect(await reading('codex', {})).toBeUndefined();
  });
});

describe.each(['claude-code', 'codex'] as const)('the convention behind %s', (agent) => {
  const situations = ['completed', 'waiting', 'permission', 'error'];
  const tagsOf = async (hook: Record<string, unknown>) =>
    (await reading(agent, hook))?.tags.filter((tag) => tag !== undefined);

  const progress = `
    PostToolUse PostToolBatch UserPromptExpansion SubagentStart PreCompact PostCompact
    Setup ElicitationResult TaskCreated InstructionsLoaded CwdChanged FileChanged
    ConfigChange WorktreeCreate WorktreeRemove SessionStart SessionEnd PreModelSwitch
    PostModelSwitch MessageDisplay DirectoryAdded PreToolUse UserPromptSubmit Interrupt
    SomethingNew
  `;

  test.each(progress.trim().split(/\s+/))('has no situation for %s, which is progress', async (hook_event_name) => {
    expect(await tagsOf({ hook_event_name, cwd })).toEqual(['ai-agent', agent]);
  });

  test.each(situations)('is not confused by a project named %s', async (project) => {
    const read = await reading(agent, { hook_event_name: 'PreToolUse', cwd: `/home/me/${project}` });

    expect(read).toMatchObject({ title: `${project}: pre tool use`, tags: ['ai-agent', agent, undefined] });
  });

  test.each([
    ['Stop', 'completed', 2],
    ['SubagentStop', 'completed', 2],
    ['Elicitation', 'waiting', 3],
    ['PermissionRequest', 'permission', 4],
    ['StopFailure', 'error', 4],
  ])('has exactly three tags for %s', async (hook_event_name, situation, priority) => {
    expect(await tagsOf({ hook_event_name, cwd })).toEqual(['ai-agent', agent, situation]);
    expect(await reading(agent, { hook_event_name })).toMatchObject({ priority });
  });
});
