/** `npm run iam`, after `npm test`: fails when any part of a policy was needed by no test and is not accepted either. */
import { accepted } from './accepted.ts';
import { readDecisions } from './decisions.ts';
import { idleRights } from './idle-rights.ts';

const runs = await readDecisions();
const idle = idleRights(runs);
const unexplained = idle.filter((line) => !accepted.some(({ rights }) => rights.test(line)));
const outdated = accepted.filter(({ rights, byChance }) => !byChance && !idle.some((line) => rights.test(line)));

const count = runs.reduce((sum, { decisions }) => sum + decisions.length, 0);
console.log(`${runs.length} stacks made ${count} different decisions.`);
for (const { rights, reason } of accepted) {
  const lines = idle.filter((line) => rights.test(line));
  console.log(`\nIdle, accepted: ${reason}\n${lines.map((line) => `  ${line}\n`).join('')}`);
}
for (const line of unexplained) console.log(`Idle: ${line}`);
for (const { rights } of outdated) console.log(`Accepted, but not idle: ${String(rights)}`);
console.log(`${idle.length} idle rights, ${unexplained.length} of them unexplained.`);
if (runs.length === 0) console.log('There are no records: run the tests first.');
process.exit(runs.length > 0 && unexplained.length + outdated.length === 0 ? 0 : 1);
