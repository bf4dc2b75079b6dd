/** `npm run attack -- --seed 1`: attacks a real local stack on loopback, and asks what its neighbours felt of it. */
import { parseArgs } from 'node:util';
import { bombs } from './bombs.ts';
import { type Felt, startBystander } from './bystander.ts';
import { exfiltration } from './exfiltration.ts';
import { loops } from './loops.ts';
import { probes } from './probes.ts';
import { receivers } from './receivers.ts';
import { type Rig, startRig } from './rig.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** A tenth of everything, for CI. */
    short: { type: 'boolean', default: false },
    /** Names of the attacks to run. @default all */
    only: { type: 'string', multiple: true, default: [] },
  },
});

const seed = Number(values.seed);
const scale = values.short ? 10 : 1;
const QUIET_MS = 20_000;

const attacks: Record<string, (rig: Rig) => Promise<string>> = {
  loops: (rig) => loops(rig, { full: !values.short }),
  bombs: (rig) => bombs(rig, { seed, count: 5000 / scale }),
  exfiltration,
  probes: (rig) => probes(rig, { seed, each: 150 / scale }),
  receivers: (rig) => receivers(rig, { seed, count: 200 / scale }),
};

const rig = await startRig({ RETRY_SCHEDULE: '600' });
const rows: { name: string; what: string; seconds: number; longest: number; felt: Felt; findings: number }[] = [];
let lost: string[] = [];
try {
  const bystander = await startBystander(rig);
  const run = async (name: string, attack: (rig: Rig) => Promise<string>) => {
    const startedAt = Date.now();
    const before = rig.findings.length;
    rig.longestMs();
    const what = await attack(rig);
    const longest = rig.longestMs();
    const seconds = (Date.now() - startedAt) / 1000;
    rows.push({
      name,
      what,
      seconds,
      longest,
      felt: await bystander.nextPhase(),
      findings: rig.findings.length - before,
    });
    console.error(`${name}: ${what}, ${Math.round(seconds)} s`);
  };
  await new Promise((done) => setTimeout(done, 5000));
  await bystander.nextPhase();
  await run('quiet', async () => {
    await new Promise((done) => setTimeout(done, QUIET_MS));
    return 'nothing';
  });
  for (const [name, attack] of Object.entries(attacks)) {
    if (values.only.length === 0 || values.only.includes(name)) await run(name, attack);
  }
  lost = await bystander.end();
} finally {
  await rig.stack.stop();
}

console.log(`seed ${seed}${values.short ? ', short' : ''}\n`);
console.log('| attack | what | seconds | longest held, ms | bystander p50 / p99 / max, ms | findings |');
console.log('|---|---|---|---|---|---|');
for (const { name, what, seconds, longest, felt, findings } of rows) {
  const times = [felt.p50, felt.p99, felt.max].map(Math.round).join(' / ');
  console.log(`| ${name} | ${what} | ${Math.round(seconds)} | ${Math.round(longest)} | ${times} | ${findings} |`);
}
console.log(`\nLost of the bystander: ${lost.length}.`);
for (const finding of new Set(rig.findings)) console.log(`FINDING ${finding}`);
process.exit(rig.findings.length === 0 && lost.length === 0 ? 0 : 1);
