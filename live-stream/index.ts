import { Env } from './env.ts';
import { createLog } from './log.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { createLiveStreamService } from './wiring.ts';

const log = createLog((line) => process.stdout.write(line));
const service = await createLiveStreamService(Env.parse(process.env), log);
stopOnSignal(service);
await service.start();
