import { StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJobQueue } from '../../../adapters/aws/queues/job-queue.ts';
import { DeliveryJob } from '../../../core/delivery/job.ts';
import { job, rig } from '../../core/delivery/rig.ts';
import { arnOf, createQueue, type Engine, receive, startEngine } from '../sqs/implementations.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(async () => engine.close());

describe('a used-up delivery that an operator redrives', () => {
  it('goes through the move task back to the work queue and is delivered, once', async () => {
    const { client } = engine;
    const deadLetterUrl = await createQueue(client);
    const deadLetterTargetArn = await arnOf(client, deadLetterUrl);
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 5 });
    const workUrl = await createQueue(client, { RedrivePolicy });
    const { deliver, done, row } = rig([{ kind: 'retry', status: 503, error: 'the receiver answered 503' }], {
      ports: { deadLetters: createJobQueue(engine.queues, deadLetterUrl) },
    });
    await deliver({ ...job, attempt: 4, retriesUsed: 3 });
    expect(await row()).toMatchObject({ state: 'failed' });

    // The letter was sent, not moved by SQS, so the task has to be told where it belongs.
    await client.send(
      new StartMessageMoveTaskCommand({
        SourceArn: deadLetterTargetArn,
        DestinationArn: await arnOf(client, workUrl),
      }),
    );
    const [moved] = await receive(client, workUrl, { WaitTimeSeconds: 10 });
    const redriven = DeliveryJob.parse(JSON.parse(moved!.Body!));
    await deliver(redriven);
    await deliver(redriven);

    expect(done.sent).toBe(2);
    expect(await row()).toMatchObject({ state: 'delivered', attempt: 5 });
  });
});
