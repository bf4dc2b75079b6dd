import { createTelemetry } from '../adapters/system/telemetry.ts';

/** What the functions tell their operators, as lines on standard output: Lambda takes them from there. */
export const { log, measure } = createTelemetry({ write: (line) => process.stdout.write(line), now: Date.now });
