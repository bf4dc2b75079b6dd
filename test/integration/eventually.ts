import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until `ask` gives something, because deliveries take their time. Rejects after `withinMs`. */
export async function eventually<T>(ask: () => Promise<T | undefined>, withinMs = 20_000): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`Nothing came of it within ${withinMs} ms.`);
    await sleep(50);
  }
}
