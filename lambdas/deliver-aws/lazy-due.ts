import type { DueJob } from '../../core/delivery/due-job.ts';
import type { DocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import type { DeliveryEnv } from '../delivery-env.ts';

/** Does what has fallen due of alerts and asks, loaded with the first of it: most batches hold deliveries alone. */
export function lazyDue(env: DeliveryEnv, db: DocumentClient): (job: DueJob) => Promise<void> {
  let loading: ReturnType<typeof load> | undefined;
  return async (job) => {
    const { actOnAlert, tellEnd } = await (loading ??= load(env, db));
    return job.due === 'ask' ? tellEnd(job.id) : actOnAlert(job);
  };
}

async function load(env: DeliveryEnv, db: DocumentClient) {
  const [{ createAlertAct }, { createAskAct }] = await Promise.all([
    import('./alert-timers.ts'),
    import('./ask-ends.ts'),
  ]);
  return { actOnAlert: createAlertAct(env, db), tellEnd: createAskAct(env, db) };
}
