import { readdirSync } from 'node:fs';
import * as z from 'zod';
import type { FakeVendor } from './vendor.ts';

const Module = z.object({ vendor: z.custom<FakeVendor>() });

/** Every fake vendor there is: a new kind takes part in what runs over all of them by having one. */
export async function loadVendors(): Promise<FakeVendor[]> {
  const folder = new URL('./', import.meta.url);
  const modules = await Promise.all(readdirSync(folder).map(async (file) => import(new URL(file, folder).href)));
  return modules.flatMap((module) => Module.safeParse(module).data?.vendor ?? []);
}
