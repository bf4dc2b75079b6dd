import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { standingOf } from '../../core/ask/ask-view.ts';
import type { Ask } from '../../core/ask/ask.ts';
import { readWanted } from '../../core/ask/wanted.ts';
import type { JsonObject } from '../../core/message/json-object.ts';
import { anAsk, NOW } from '../fakes/asks.ts';

const SCRIPT = join(import.meta.dirname, '../../examples/ask-permission.mjs');

/** As the agents document it. */
const HOOK = {
  session_id: 'abc123',
  cwd: '/home/ada/shop',
  hook_event_name: 'PermissionRequest',
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf node_modules', description: 'Start afresh' },
};

/** Runs the hook against a router that gives these answers in turn, or refuses to ask. */
async function run(standings: readonly Partial<Ask>[]) {
  const asked: { body: JsonObject; authorization: string | undefined }[] = [];
  const waits = [...standings];
  const server = createServer((request, response) => {
    void (async () => {
      if (request.method === 'POST') {
        const body = (await json(request)) as JsonObject;
        asked.push({ body, authorization: request.headers.authorization });
        const isRefused = standings.length === 0;
        response.writeHead(isRefused ? 400 : 201, { 'content-type': 'application/json' });
        response.end(JSON.stringify(isRefused ? { error: 'No channel can answer' } : { answerUrl: `${base}/a/x/y` }));
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json', 'retry-after': '0' });
      response.end(JSON.stringify(standingOf(anAsk(waits.shift()))));
    })();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { ...process.env, NOTIFY_ENDPOINT: `${base}/n/webhook`, NOTIFY_KEY: 'nrk_1' };
  const hook = spawn(process.execPath, [SCRIPT], { env });
  hook.stdin.end(JSON.stringify(HOOK));
  const [stdout, stderr] = await Promise.all([text(hook.stdout), text(hook.stderr)]);
  server.close();
  return { stdout, stderr, asked };
}

const answered = (option: string): Partial<Ask> => ({
  status: 'answered',
  answer: { option, by: { type: 'user' }, channelId: null, at: NOW },
});

it('asks what the agent wants to do, waits, and prints the decision that the agent expects', async () => {
  const { stdout, asked } = await run([{}, answered('allow')]);

  expect(JSON.parse(stdout)).toEqual({
    hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
  });
  expect(asked[0]).toMatchObject({ authorization: 'Bearer nrk_1', body: { title: 'Allow Bash?' } });
  expect(String(asked[0]?.body['message'])).toContain('rm -rf node_modules');
  expect(readWanted(asked[0]?.body ?? {})).toMatchObject({ kind: 'wanted', wanted: { expiresIn: 540 } });
});

it('denies with a reason', async () => {
  const { stdout } = await run([answered('deny')]);

  expect(JSON.parse(stdout).hookSpecificOutput.decision).toEqual({
    behavior: 'deny',
    message: 'Denied by a person.',
  });
});

it.each<[string, Partial<Ask>[]]>([
  ['nobody answers', [{ status: 'expired' }]],
  ['somebody takes it back', [{ status: 'cancelled' }]],
  ['the router does not ask', []],
])('prints nothing when %s, so that the terminal asks', async (_, standings) => {
  expect((await run(standings)).stdout).toBe('');
});
