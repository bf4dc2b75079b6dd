import { createLog, createMeasure, type LineWriter } from '../adapters/system/telemetry.ts';
import { Env } from './env.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { openLiveStreamService } from './wiring.ts';

const env = Env.parse(process.env);
const lines: LineWriter = { write: (line) => process.stdout.write(line), now: Date.now };
const service = await openLiveStreamService(env, {
  log: createLog(lines),
  measure: createMeasure(lines, env.METRICS_NAMESPACE),
});
stopOnSignal(service);
await service.start();
