import { Failure } from '../failure.ts';
import { jsonLine } from '../terminal/safe-text.ts';

/** A result as one line of JSON, and a failure as words that the agent can act on. */
export async function answer(work: () => Promise<object>) {
  try {
    return { content: [{ type: 'text' as const, text: jsonLine(await work()) }] };
  } catch (error) {
    const text = error instanceof Failure ? error.message : 'notify failed unexpectedly';
    return { isError: true, content: [{ type: 'text' as const, text }] };
  }
}
