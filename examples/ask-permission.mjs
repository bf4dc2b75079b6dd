#!/usr/bin/env node
// The hook PermissionRequest of Claude Code and Codex: asks people by a webhook of the router, and prints their decision.
// Needs Node 18, NOTIFY_ENDPOINT (the address of a webhook) and NOTIFY_KEY (its key). Without an answer it prints
// nothing: then the terminal asks, as it does without this hook.
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** Less than the timeout of the hook in the settings. */
const EXPIRES_IN_SECONDS = 540;
const { NOTIFY_ENDPOINT = '', NOTIFY_KEY = '' } = process.env;

async function decide() {
  const request = JSON.parse(await text(process.stdin));
  const asked = await fetch(`${NOTIFY_ENDPOINT}/ask`, {
    method: 'POST',
    headers: { authorization: `Bearer ${NOTIFY_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      title: `Allow ${request.tool_name}?`,
      message: `${request.cwd}\n\n${JSON.stringify(request.tool_input, undefined, 2)}`,
      tags: ['ai-agent', 'permission'],
      ask: {
        options: [
          { id: 'allow', label: 'Allow', style: 'primary' },
          { id: 'deny', label: 'Deny', style: 'danger' },
        ],
        expiresIn: EXPIRES_IN_SECONDS,
      },
    }),
  });
  if (!asked.ok) throw new Error(`asking failed: ${asked.status} ${await asked.text()}`);
  const { answerUrl } = await asked.json();
  for (;;) {
    const answered = await fetch(`${answerUrl}?wait=25`);
    const standing = answered.ok ? await answered.json() : { status: 'pending' };
    if (standing.status !== 'pending') return standing.answer?.option;
    const seconds = Number(answered.headers.get('retry-after') ?? (answered.ok ? 0 : 2));
    await sleep(seconds * 1000);
  }
}

try {
  const behavior = await decide();
  if (behavior !== undefined && behavior !== null) {
    const decision = behavior === 'allow' ? { behavior } : { behavior, message: 'Denied by a person.' };
    console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } }));
  }
} catch (error) {
  console.error(String(error));
}
