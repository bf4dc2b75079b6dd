import { createLog, createMeasure } from '../adapters/system/telemetry.ts';
import type { Measure } from '../core/telemetry/telemetry.ts';

/** Lambda takes lines from standard output. */
const writer = { write: (line: string) => process.stdout.write(line), now: Date.now };

/** What a function tells its operators. */
export const log = createLog(writer);

/** How a function measures for its operators, in the namespace that its environment names. */
export const measureIn = (namespace: string): Measure => createMeasure(writer, namespace);
