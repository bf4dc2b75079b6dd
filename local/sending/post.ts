import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 4;
const TIMEOUT_MS = 15_000;
const FIRST_WAIT_MS = 250;

/** Posts JSON to an address, a few times if it does not take it, as SNS and EventBridge do for hours. */
export async function postPatiently(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Promise<void> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const request = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(TIMEOUT_MS) };
    const response = await fetch(url, request).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok === true) return;
    await sleep(FIRST_WAIT_MS * 2 ** attempt, undefined, { ref: false });
  }
}
