import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { AskJob } from '../../core/ask/ask-job.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';

/** A batch, parted into deliveries and ends of asks. */
export interface PartedBatch {
  readonly deliveries: SQSEvent;
  readonly asks: readonly AskJob[];
}

/** Takes the jobs of asks out of a batch of deliveries. */
export function partBatch({ Records }: SQSEvent): PartedBatch {
  const read = Records.map((record) => ({ record, ask: askIn(record) }));
  return {
    deliveries: { Records: read.flatMap(({ record, ask }) => (ask === undefined ? [record] : [])) },
    asks: read.flatMap(({ ask }) => ask ?? []),
  };
}

/** Jobs have no attributes, and messages from channels always do: no forged message becomes a job. */
function askIn({ body, messageAttributes }: SQSRecord): AskJob | undefined {
  if (Object.keys(messageAttributes).length > 0) return undefined;
  try {
    return AskJob.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/** Tells of ends. What fails stays due, and the sweeper sends its job again. */
export async function tellEnds(
  asks: readonly AskJob[],
  { tell, log }: { readonly tell: (askId: string) => Promise<void>; readonly log: Log },
): Promise<void> {
  await Promise.all(
    asks.map(async (job) => {
      try {
        await tell(job.askId);
      } catch (error) {
        log({ event: 'ask.untold', level: 'ERROR', ...job, error });
      }
    }),
  );
}
