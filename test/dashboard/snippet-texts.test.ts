import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { readNotification } from '../../core/notification/read-notification.ts';
import { presetNames } from '../../core/notification/presets/preset-names.ts';
import { senderOf } from '../../dashboard/src/webhooks/presets.ts';
import { setupOf } from '../../dashboard/src/webhooks/sender-setups.ts';
import { snippetsFor } from '../../dashboard/src/webhooks/snippet-texts.ts';

const url = 'https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT';

const textOf = (id: string, needsKey: boolean): string => {
  const text = snippetsFor({ url, needsKey }).find((snippet) => snippet.id === id)?.text;
  if (text === undefined) throw new Error(`there is no snippet ${id}`);
  return text;
};

/** What a shell makes of a command, in place of the program that it names. */
const argumentsOf = (command: string, environment: Record<string, string> = {}): string[] => {
  const [program = ''] = command.trim().split(' ', 1);
  const script = `${program}() { printf '%s\\n' "$@"; }; ${command}`;
  return execFileSync('sh', ['-c', script], { env: environment, encoding: 'utf8' }).trimEnd().split('\n');
};

describe.each([false, true])('snippets of a webhook that needs a key: %s', (needsKey) => {
  it('go to its address, but for the one that keeps it in a secret', () => {
    const without = snippetsFor({ url, needsKey }).filter(({ text }) => !text.includes(url));

    expect(without.map(({ id }) => id)).toEqual(['github-actions']);
  });

  it('hold a placeholder for the key exactly where one is needed', () => {
    const withKey = snippetsFor({ url, needsKey }).filter(({ text }) => /YOUR_API_KEY|NOTIFICATION_KEY/.test(text));

    // Amazon SNS can send no header: its hint asks for a webhook without a key.
    const able = snippetsFor({ url, needsKey }).filter(({ id }) => id !== 'sns');
    expect(withKey.map(({ id }) => id)).toEqual(needsKey ? able.map(({ id }) => id) : []);
  });

  it('send by curl a body that is read as it is meant', () => {
    const said = argumentsOf(textOf('curl', needsKey));

    const body = said.at(-1) ?? '';
    expect(said.slice(0, 3)).toEqual(['-X', 'POST', url]);
    expect(said.includes('Authorization: Bearer YOUR_API_KEY')).toBe(needsKey);
    expect(readNotification({ text: body, headers: { 'content-type': 'application/json' } })).toMatchObject({
      notification: { content: { title: 'Hello', message: 'My first notification', priority: 3, tags: ['test'] } },
    });
  });

  it('send by JavaScript what curl sends', async () => {
    const calls: [string, RequestInit][] = [];
    const fetch = (...call: [string, RequestInit]) => void calls.push(call);

    await runInNewContext(`(async () => { ${textOf('javascript', needsKey)} })()`, { fetch });

    const [[to, init] = ['', {}]] = calls;
    expect(to).toBe(url);
    expect(init.method).toBe('POST');
    expect(new Headers(init.headers).get('authorization')).toBe(needsKey ? 'Bearer YOUR_API_KEY' : null);
    expect(init.body).toBe(JSON.stringify(JSON.parse(argumentsOf(textOf('curl', needsKey)).at(-1) ?? '')));
  });

  it('give a hook of an agent that is JSON, with commands that a shell reads', () => {
    const { hooks } = JSON.parse(textOf('agent', needsKey));

    expect(Object.keys(hooks)).toEqual(['Notification', 'Stop']);
    for (const [{ hooks: commands }] of Object.values<[{ hooks: { command: string }[] }]>(hooks)) {
      const said = argumentsOf(commands[0]?.command ?? '');
      expect(said.slice(0, 2)).toEqual(['-s', url]);
      expect(said.includes('Authorization: Bearer YOUR_API_KEY')).toBe(needsKey);
      expect(said.slice(-2)).toEqual(['-d', '@-']);
    }
  });

  it('run in a workflow with the address from its secret', () => {
    const command = textOf('github-actions', needsKey).split('  run: |\n')[1] ?? '';

    const said = argumentsOf(command, { URL: url, KEY: 'k', GITHUB_REPOSITORY: 'a/b', GITHUB_RUN_ID: '7' });

    expect(said.slice(0, 2)).toEqual(['-fsS', url]);
    expect(said).toContain('X-Title: a/b failed');
    expect(said.includes('Authorization: Bearer k')).toBe(needsKey);
  });
});

it('name in their hints senders as the form calls them', () => {
  const named = snippetsFor({ url, needsKey: false }).flatMap(
    ({ hint }) => / with the sender (.+?)(?: and |\.)/.exec(hint)?.[1] ?? [],
  );

  expect(named).toHaveLength(5);
  expect(presetNames.map(senderOf)).toEqual(expect.arrayContaining(named));
});

describe.each([false, true])('snippets of programs, with a key: %s', (needsKey) => {
  it('have Codex send its argument by a command that a shell reads', () => {
    const [, script = ''] = /'(.*)', "notify"\]$/.exec(textOf('codex', needsKey)) ?? [];

    const said = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${script}`, 'notify', '{"type":"x"}'], {
      encoding: 'utf8',
    });

    expect(said.trimEnd().split('\n').slice(-3)).toEqual(['-d', '{"type":"x"}', url]);
    expect(said.includes('Authorization: Bearer YOUR_API_KEY')).toBe(needsKey);
  });
});

it('there is a way to set up every sender, and a snippet by each name that it goes by', () => {
  const ids = new Set(snippetsFor({ url, needsKey: false }).map(({ id }) => id));

  for (const preset of [null, ...presetNames]) {
    const { steps, snippet } = setupOf(preset);
    expect(steps.length).toBeGreaterThan(0);
    expect(snippet === undefined || ids.has(snippet)).toBe(true);
  }
});
