/**
 * `npm run bench` runs every part, `npm run bench -- <part> …` some of them. Each part measures ours and its yardstick
 * in turn in one run and prints the median of the rounds' ratios, because absolute times say little on shared machines.
 * What it found is written to `bench/results/`.
 */
import type { Report } from './report.ts';
import { textOf } from './report.ts';
import { circumstances, writeResults } from './results.ts';

const parts: Record<string, () => Promise<Report>> = {
  ingest: async () => (await import('./ingest.ts')).run(),
  read: async () => (await import('./read.ts')).run(),
  cold: async () => (await import('./cold.ts')).run(),
  deliver: async () => (await import('./deliver.ts')).run(),
  'end-to-end': async () => (await import('./end-to-end.ts')).run(),
  calls: async () => (await import('./calls.ts')).run(),
  growth: async () => (await import('./growth.ts')).run(),
  hanging: async () => (await import('./hanging.ts')).run(),
  neighbour: async () => (await import('./neighbour.ts')).run(),
  stream: async () => (await import('./stream.ts')).run(),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`bench: ${unknown.join(', ')} is no part; the parts are: ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}
const failed: string[] = [];
for (const name of asked.length > 0 ? asked : Object.keys(parts)) {
  const around = circumstances();
  console.log(`\n== ${name}: Node ${around.node} on ${around.machine}, load ${around.loadBefore}`);
  const startedAt = performance.now();
  try {
    const report = (await parts[name]?.()) ?? {};
    console.log(textOf(report));
    writeResults(name, report, around);
  } catch (error) {
    // The other parts say something all the same.
    console.error(`bench: ${name} did not run through:`, error);
    failed.push(name);
  }
  console.log(`(${Math.round((performance.now() - startedAt) / 1000)} s)`);
}
if (failed.length > 0) process.exitCode = 1;
