import { writeSync } from 'node:fs';
import { openSqs } from '../../../local/sqs/open-sqs.ts';

/**
 * Sends, receives and deletes on the file given as first argument until it is killed, and says on standard output what it was
 * told is done: `sent <body>`, `deleting <body>`, `deleted <body>`. Bodies start with the second argument.
 */
const [, , file, prefix] = process.argv;
const sqs = openSqs({ file: file!, baseUrl: 'http://child' });
const say = (line: string): number => writeSync(1, `${line}\n`);

sqs.queues.ensure('jobs', {});
say('ready');
for (let number = 0; ; number += 1) {
  sqs.queues.send({ queue: 'jobs', body: `${prefix}${number}`, groupId: `g${number % 3}` });
  say(`sent ${prefix}${number}`);
  // Every third is taken: of these one half is deleted, the other stays in flight.
  if (number % 3 !== 0) continue;
  const [message] = await sqs.queues.receive({ queue: 'jobs', maxMessages: 1 });
  if (message === undefined || number % 2 !== 0) continue;
  say(`deleting ${message.Body}`);
  sqs.queues.delete('jobs', [message.ReceiptHandle]);
  say(`deleted ${message.Body}`);
}
