/** `npm run soak`: ten minutes with 2,000 readers. A number after it is another count of minutes. */
import { soak } from './soak.ts';

const minutes = Number(process.argv[2] ?? 10);
const write = (line: string): void => void process.stdout.write(`${line}\n`);

const report = await soak(
  { readers: 2000, channels: 20, seconds: minutes * 60, meanStayMs: 20_000, deployEvery: 45, eventsPerSecond: 20 },
  write,
);
const { faults, memory, ...counts } = report;
write(JSON.stringify(counts));
write(`memory in use: ${memory.map((bytes) => (bytes / 1e6).toFixed(1)).join(' MB after a third, ')} MB at the end`);
for (const fault of faults.slice(0, 20)) write(`fault: ${fault}`);
const isFlat = memory[1] < memory[0] * 1.2 + 5e6;
write(
  faults.length === 0 && isFlat ? 'passed' : `FAILED: ${faults.length} faults, memory ${isFlat ? 'flat' : 'grows'}`,
);
process.exitCode = faults.length === 0 && isFlat ? 0 : 1;
