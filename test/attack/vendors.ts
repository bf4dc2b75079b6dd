import { readdirSync } from 'node:fs';
import * as z from 'zod';
import type { FakeVendor } from '../vendors/vendor.ts';

const Module = z.object({ vendor: z.custom<FakeVendor>((value) => value !== undefined) });

/** Every fake vendor there is: each tells what the config of its kind looks like. */
export async function loadVendors(): Promise<FakeVendor[]> {
  const folder = new URL('../vendors/', import.meta.url);
  const modules = await Promise.all(readdirSync(folder).map(async (file) => import(new URL(file, folder).href)));
  return modules.flatMap((module) => Module.safeParse(module).data?.vendor ?? []);
}
