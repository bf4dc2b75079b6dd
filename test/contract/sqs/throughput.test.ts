import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqs } from '../../../local/sqs/open-sqs.ts';

it('sends, receives and deletes hundreds of messages a second and more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqs-throughput-'));
  const { queues, close } = openSqs({ file: join(folder, 'sqs.db'), baseUrl: 'http://sqs' });
  queues.ensure('jobs', {});
  const messages = 2000;

  const startedAt = performance.now();
  for (let sent = 0; sent < messages; sent += 1) {
    queues.send({ queue: 'jobs', body: 'x'.repeat(300), groupId: `channel-${sent % 10}` });
    const [message] = await queues.receive({ queue: 'jobs', maxMessages: 1 });
    queues.delete('jobs', [message!.ReceiptHandle]);
  }
  const perSecond = Math.round((messages / (performance.now() - startedAt)) * 1000);
  close();
  rmSync(folder, { recursive: true });

  console.info(`local SQS: ${perSecond} messages/s sent, received and deleted, one at a time`);
  // Far below what an idle machine does (thousands), so that a busy one does not fail.
  expect(perSecond).toBeGreaterThan(200);
});
