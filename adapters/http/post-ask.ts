/** An ask as a sender posts it. */
export interface PostedAsk {
  /** The key of the webhook. */
  readonly key: string;
  /** What a repetition is known by. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
}

const TIMEOUT_MS = 10_000;

/**
 * Asks at a webhook of a router.
 *
 * @throws when there is no answer. No redirection is followed: it would carry the key elsewhere.
 */
export async function postAsk(
  url: string,
  { key, id, body }: PostedAsk,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'idempotency-key': id },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, text: await response.text() };
}
