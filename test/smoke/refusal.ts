import assert from 'node:assert/strict';

/** Asserts that an answer is this refusal, in JSON, with exactly these fields. */
export async function expectRefusal(response: Response, status: number, body: object | string): Promise<void> {
  const text = await response.text();
  assert.equal(response.status, status, `expected ${status}, got ${response.status} ${text}`);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  assert.deepEqual(JSON.parse(text), typeof body === 'string' ? { error: body } : body);
}
