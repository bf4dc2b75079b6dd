import { startForBench } from './start.ts';
import { growthOfBodies } from './growth/bodies.ts';
import { growthOfChannels } from './growth/channels.ts';
import { growthOfStored } from './growth/stored.ts';
import type { Report } from './report.ts';

/** What a send costs as webhooks, bodies and stores grow: per unit it must stay flat, or grow with the unit. */
export async function run(): Promise<Report> {
  const stack = await startForBench();
  try {
    const reports = [await growthOfChannels(stack), await growthOfBodies(stack), await growthOfStored(stack)];
    return {
      ratios: reports.flatMap(({ ratios = [] }) => ratios),
      tables: reports.flatMap(({ tables = [] }) => tables),
      graphs: reports.flatMap(({ graphs = [] }) => graphs),
    };
  } finally {
    await stack.stop();
  }
}
