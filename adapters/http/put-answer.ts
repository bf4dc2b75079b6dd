import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 5;
const TIMEOUT_MS = 10_000;
const FIRST_WAIT_MS = 500;

/**
 * Puts a JSON text to an address that CloudFormation has signed. It has no content type, because that is signed, too.
 *
 * @throws when the address takes it at none of five tries.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-responses.html
 */
export async function putAnswer(url: string, answer: object): Promise<void> {
  const body = new TextEncoder().encode(JSON.stringify(answer));
  for (let attempt = 1; ; attempt += 1) {
    const problem = await put(url, body);
    if (problem === undefined) return;
    // The address holds a signature: neither it nor an error with it belongs into a log.
    if (attempt === TRIES) throw new Error(`CloudFormation did not take the answer: ${problem}`);
    await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1));
  }
}

async function put(url: string, body: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  try {
    const response = await fetch(url, { method: 'PUT', body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.arrayBuffer();
    return response.ok ? undefined : `status ${response.status}`;
  } catch {
    return 'no answer';
  }
}
