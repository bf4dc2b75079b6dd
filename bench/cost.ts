/**
 * `npm run cost -- --messages 1000000 --channels 1 --body 1024` prices a month: it sends a sample through the local
 * stack, counts the AWS calls, and multiplies them with the price list of `docs/cost.md`.
 */
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { startReceiver } from '../test/integration/receiver.ts';
import { startForBench } from './start.ts';
import { afterFree, bill, type Item, total } from './cost/bill.ts';
import { idleItems, liveStreamItems } from './cost/idle.ts';
import { type PriceList, readPriceList } from './cost/price-list.ts';
import { sampleUsage } from './cost/sample.ts';
import { ASSUMED, type Month, storedItems, variableItems } from './cost/variable.ts';
import { functionOf } from './deployed.ts';

const Options = z.object({
  messages: z.coerce.number().int().min(1),
  channels: z.coerce.number().int().min(1).max(100),
  body: z.coerce.number().int().min(150).max(1_048_576),
  'ingest-ms': z.coerce.number().positive(),
  'deliver-ms': z.coerce.number().positive(),
  'deliver-ten-ms': z.coerce.number().positive(),
});

const text = (value: string) => ({ type: 'string', default: value }) as const;
const { values } = parseArgs({
  options: {
    messages: text('1000000'),
    channels: text('1'),
    body: text('1024'),
    'ingest-ms': text(String(ASSUMED.ingestMs)),
    'deliver-ms': text(String(ASSUMED.deliverAloneMs)),
    'deliver-ten-ms': text(String(ASSUMED.deliverTenMs)),
  },
});
await run(Options.parse(values));

async function run(options: z.infer<typeof Options>): Promise<void> {
  const prices = readPriceList();
  const receiver = await startReceiver();
  const stack = await startForBench();
  try {
    const kind = { channels: options.channels, bodyBytes: options.body };
    const usage = await sampleUsage(stack, receiver, kind);
    const gb = async (name: 'Ingest' | 'DeliverHttp') => (await functionOf(stack, name)).definition.memoryMb / 1024;
    const month: Month = {
      ...kind,
      messages: options.messages,
      memoryGb: { ingest: await gb('Ingest'), deliver: await gb('DeliverHttp') },
      durations: {
        ingestMs: options['ingest-ms'],
        deliverAloneMs: options['deliver-ms'],
        deliverTenMs: options['deliver-ten-ms'],
      },
    };
    console.log(
      `${month.messages.toLocaleString('en-US')} notifications of ${kind.bodyBytes} bytes to ${kind.channels} HTTP channel(s) in a month\n`,
    );
    const print = (title: string, items: readonly Item[]) => printBill(prices, title, items);
    print('Variable, ten jobs to a batch', variableItems(usage, month, 10));
    print('Variable, one job to a batch', variableItems(usage, month, 1));
    print('Kept for 30 days', storedItems(usage, month));
    print('CloudFront', [
      { what: 'requests', key: 'cloudfront-request', amount: month.messages },
      { what: 'looks at the length of a body', key: 'cloudfront-function', amount: month.messages },
    ]);
    const idle = await idleItems(stack);
    print('Idle, without Live Stream', idle);
    print('Idle, with one task of the Live Stream', [...idle, ...(await liveStreamItems(stack))]);
  } finally {
    await stack.stop();
    await receiver.stop();
  }
}

function printBill(prices: PriceList, title: string, items: readonly Item[]): void {
  console.log(title);
  const lines = bill(prices, items);
  for (const { what, key, amount, cost } of lines) {
    if (amount === 0) continue;
    const shown = amount.toLocaleString('en-US', { maximumSignificantDigits: 4 });
    console.log(
      `  ${what.padEnd(30)} ${shown.padStart(12)} ${prices[key].unit.padEnd(38)} $${cost.toFixed(2).padStart(7)}`,
    );
  }
  const sum = `$${total(lines).toFixed(2)}`;
  console.log(
    `  ${'sum'.padEnd(82)} ${sum.padStart(8)}   after free amounts $${afterFree(prices, items).toFixed(2)}\n`,
  );
}
