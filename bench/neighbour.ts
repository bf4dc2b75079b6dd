import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { type ManagementApi, managementApi } from '../test/integration/api.ts';
import type { Stack } from '../test/integration/stack.ts';
import { besideHits, COLUMNS, Healthy, rowOf, type Times } from './hanging/arrivals.ts';
import { close, destinations, hostsAt, listen, webhookTo } from './hanging/destinations.ts';
import { quantile, ratio } from './ratio.ts';
import type { Report } from './report.ts';
import { startForBench } from './start.ts';

/** More than all instances that work off the ordinary queue can hold: eight batches of ten. */
const CHANNELS = 90;
/** Just below what counts as slow: nothing but the order of the queue protects others from it. */
const SLUGGISH_MS = 1_900;
/** Faster than eight instances get rid of them when each takes as long as that: a backlog grows. */
const HIT_EVERY_MS = 2_000;
const SENDING = { everyMs: 200, forMs: 30_000 };
/** Until requests that hang are over, and with them most of a backlog. */
const CALM_MS = 30_000;

/**
 * What a noisy organisation costs a quiet one, from `POST` to receipt: first alone, then beside 90 channels of another
 * organisation that begin to hang, then beside as many that are as sluggish as they can be without counting as slow.
 */
export async function run(): Promise<Report> {
  const servers = [destinations(() => undefined), destinations(() => SLUGGISH_MS)];
  const [hanging, sluggish] = await Promise.all(servers.map(listen));
  const quiet = new Healthy();
  const stack = await startForBench();
  try {
    const quietUrl = await webhookTo(managementApi(stack), 'Quiet', [await quiet.listen()]);
    const noisy = await anotherOrganization(stack);
    const times = () => quiet.timesOf(quietUrl, SENDING);
    const beside = async (port = 0) => {
      const url = await webhookTo(noisy, 'Noisy', hostsAt(port, CHANNELS));
      return besideHits(url, { everyMs: HIT_EVERY_MS, forMs: SENDING.forMs }, times);
    };
    await times();
    const alone = await times();
    const besideSluggish = await beside(sluggish);
    await sleep(CALM_MS);
    const besideHanging = await beside(hanging);
    return reportOf({ alone, besideSluggish, besideHanging });
  } finally {
    await stack.stop();
    servers.forEach(close);
    quiet.close();
  }
}

const Created = z.object({ id: z.string(), managementToken: z.string() });

async function anotherOrganization(stack: Stack): Promise<ManagementApi> {
  const answer = await managementApi(stack).call('POST', '/organizations', { name: 'Noisy' });
  const { id: organizationId, managementToken } = Created.parse(await answer.json());
  return managementApi({ ...stack, credentials: { ...stack.credentials, organizationId, managementToken } });
}

interface Measured {
  readonly alone: Times;
  readonly besideSluggish: Times;
  readonly besideHanging: Times;
}

function reportOf({ alone, besideSluggish, besideHanging }: Measured): Report {
  const against = (times: Times, share: number) => [quantile(times, share) / quantile(alone, share)];
  return {
    ratios: [
      ratio('neighbour: p50 beside sluggish channels against alone', against(besideSluggish, 0.5)),
      ratio('neighbour: p99 beside sluggish channels against alone', against(besideSluggish, 0.99)),
      ratio('neighbour: p50 beside hanging channels against alone', against(besideHanging, 0.5)),
      ratio('neighbour: p99 beside hanging channels against alone', against(besideHanging, 0.99)),
    ],
    tables: [
      {
        title: `Milliseconds from POST to receipt, beside ${CHANNELS} channels of another organisation`,
        columns: COLUMNS,
        rows: [
          rowOf('alone', alone),
          rowOf(`they answer after ${SLUGGISH_MS} ms`, besideSluggish),
          rowOf('they begin to hang', besideHanging),
        ],
      },
    ],
  };
}
