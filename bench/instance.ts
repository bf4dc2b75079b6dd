/**
 * A function instance to measure: imports the handler of a bundle and runs as many invocations as its parent asks for,
 * one at a time, as Lambda does. Answers with what they took.
 */
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

const started = performance.now();
const [bundle = '', eventText = '{}'] = process.argv.slice(2);
const Handler = z.object({
  handler: z.function({ input: [z.unknown(), z.unknown()], output: z.promise(z.unknown()) }),
});
const { handler } = await import(pathToFileURL(bundle).href).then((module) => Handler.parse(module));
const event: unknown = JSON.parse(eventText);
const context = { functionName: 'bench', getRemainingTimeInMillis: () => 10_000 };

async function run(count: number): Promise<{ ms: number; cpuMs: number }> {
  const cpu = process.cpuUsage();
  const from = performance.now();
  for (let n = 0; n < count; n += 1) {
    const { statusCode } = z.object({ statusCode: z.number() }).parse(await handler(event, context));
    if (statusCode !== 201) throw new Error(`A send was answered ${statusCode}.`);
  }
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - from, cpuMs: (user + system) / 1000 };
}

process.on('message', (count) => void run(z.number().parse(count)).then((figures) => process.send?.(figures)));
process.on('disconnect', () => process.exit());
process.send?.({ importMs: performance.now() - started });
