/**
 * A function instance to measure: imports the handler of a bundle and invokes it with the events that its parent sends,
 * one at a time, as Lambda does. Answers with what they took.
 */
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

const [bundle = ''] = process.argv.slice(2);
const Handler = z.object({
  handler: z.function({ input: [z.unknown(), z.unknown()], output: z.promise(z.unknown()) }),
});
/** A function of the API answers 201, one of a queue that no message failed, one of a schedule nothing. */
const Success = z.union([
  z.object({ statusCode: z.literal(201) }),
  z.object({ batchItemFailures: z.array(z.unknown()).length(0) }),
  z.undefined(),
]);
const Work = z.object({ events: z.array(z.unknown()), times: z.number(), everyMs: z.number() });
const context = { functionName: 'bench', getRemainingTimeInMillis: () => 30_000 };

/** How far the clock of this process is ahead: it goes forward between invocations that are to seem apart. */
let aheadMs = 0;
const realNow = Date.now.bind(Date);
Date.now = () => realNow() + aheadMs;

const cpuBefore = process.cpuUsage();
const started = performance.now();
const { handler } = Handler.parse(await import(pathToFileURL(bundle).href));
process.send?.({ importMs: performance.now() - started, importCpuMs: cpuMsSince(cpuBefore) });

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function run({ events, times, everyMs }: z.infer<typeof Work>): Promise<{ ms: number; cpuMs: number }> {
  const answers: unknown[] = [];
  const cpu = process.cpuUsage();
  const from = performance.now();
  for (let time = 0; time < times; time += 1) {
    for (const event of events) answers.push(await handler(event, context));
    aheadMs += everyMs;
  }
  const ms = performance.now() - from;
  const cpuMs = cpuMsSince(cpu);
  for (const answer of answers) Success.parse(answer);
  return { ms, cpuMs };
}

process.on('message', (work) => void run(Work.parse(work)).then((figures) => process.send?.(figures)));
