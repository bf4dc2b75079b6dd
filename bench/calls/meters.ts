import * as z from 'zod';
import type { Stack } from '../../test/integration/stack.ts';

const Meter = z.object({
  caller: z.string(),
  service: z.string(),
  operation: z.string(),
  calls: z.number(),
  errors: z.number(),
  requestBytes: z.number(),
  responseBytes: z.number(),
  capacityUnits: z.number(),
});

/** One kind of call by one caller, as the door counted it. */
export type Meter = z.infer<typeof Meter>;

/** What the door has counted since the last reset. */
export async function readMeters({ door }: Pick<Stack, 'door'>): Promise<Meter[]> {
  const response = await fetch(`${door}/_metering`);
  return z.object({ meters: z.array(Meter) }).parse(await response.json()).meters;
}

/** Starts counting from nothing. */
export async function resetMeters({ door }: Pick<Stack, 'door'>): Promise<void> {
  await fetch(`${door}/_metering`, { method: 'DELETE' });
}
