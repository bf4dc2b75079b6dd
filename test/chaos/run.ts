/** `npm run chaos -- --count 10000 --seed 1`: breaks a real local stack while it works, and accounts for everything. */
import { parseArgs } from 'node:util';
import { tableOf } from './accounts.ts';
import { isSound, runChaos } from './chaos.ts';
import { behaviourNames } from './receivers.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    /** Minutes that deliveries may take after the last send. */
    drain: { type: 'string', default: '12' },
  },
});

const breaks = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((at, index) => ({
  at,
  what: index % 3 === 2 ? ('stack' as const) : ('instance' as const),
}));

const report = await runChaos({
  count: Number(values.count),
  seed: Number(values.seed),
  receivers: behaviourNames,
  breaks,
  faults: {
    callers: ['Ingest', 'DeliverHttp', 'Sweeper', 'Figures'],
    refused: 0.02,
    answerLost: 0.01,
    throttled: 0.02,
    hung: 0.001,
    partial: 0.05,
    duplicated: 0.05,
    reordered: 0.2,
    clockSkewMs: 10_000,
  },
  drainMs: Number(values.drain) * 60_000,
  log: (line) => console.error(line),
});

const counted = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
const sum = (of: (account: (typeof report.accounts)[number]) => number) =>
  report.accounts.reduce((total, account) => total + of(account), 0);

console.log(tableOf(report.accounts));
console.log(`\nSent ${report.sent}, acknowledged ${report.acknowledged}, in ${report.seconds} s, seed ${values.seed}.`);
console.log(`Cut off: ${counted(report.cuts)}. Faults at the door: ${counted(report.faults)}.`);
console.log(`Not stored: ${report.notStored.length}. Lost: ${sum(({ lost }) => lost.length)}.`);
console.log(
  `Repeated and explained: ${sum(({ repeated }) => repeated)}. Unexplained: ${sum(({ unexplained }) => unexplained.length)}.`,
);
for (const { name, alerts, wrong: different, posts, strays } of report.posts) {
  console.log(
    `Alerts at ${name}: ${alerts} with a post, ${different.length} that differ from their state; ${posts} posts, ${strays} by lost answers.`,
  );
  for (const line of different.slice(0, 10)) console.log(`differs at ${name}: ${line}`);
}
console.log(`Deliveries of alerts lost: ${report.lostOfAlerts.length}.`);
const { countedByStack, wrong } = report.figures;
console.log(`Figures: ${countedByStack} messages counted by the stack; ${wrong.length} differences from the tables.`);
for (const line of wrong.slice(0, 10)) console.log(line);
for (const { channel, lost, unexplained } of report.accounts) {
  if (lost.length > 0) console.log(`lost at ${channel}: ${lost.slice(0, 10).join(' ')}`);
  if (unexplained.length > 0) console.log(`unexplained at ${channel}: ${unexplained.slice(0, 10).join(' ')}`);
}
process.exit(isSound(report) ? 0 : 1);
