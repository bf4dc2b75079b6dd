import { createMeasure } from '../adapters/system/telemetry.ts';
import { Env } from './env.ts';
import { createLog } from './log.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { createLiveStreamService } from './wiring.ts';

const env = Env.parse(process.env);
const write = (line: string): boolean => process.stdout.write(line);
const measure = createMeasure({ write, now: Date.now }, env.METRICS_NAMESPACE);
const service = await createLiveStreamService(env, { log: createLog(write), measure });
stopOnSignal(service);
await service.start();
