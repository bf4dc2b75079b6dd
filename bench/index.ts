/**
 * `npm run bench` runs every part, `npm run bench -- <part> …` some of them. Each part measures ours and its yardstick
 * in turn in one run and prints the median of the rounds' ratios, because absolute times say little on shared machines.
 */
import { cpus } from 'node:os';

const parts: Record<string, () => Promise<unknown>> = {
  ingest: async () => (await import('./ingest.ts')).run(),
  read: async () => import('./read.ts'),
  stream: async () => (await import('./stream.ts')).run(),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`bench: ${unknown.join(', ')} is no part; the parts are: ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}
console.log(`Node ${process.version} on ${cpus().length} × ${cpus()[0]?.model ?? 'an unknown processor'}`);
for (const name of asked.length > 0 ? asked : Object.keys(parts)) {
  console.log(`\n== ${name}`);
  await parts[name]?.();
}
