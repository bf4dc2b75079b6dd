import { startReceiver } from '../test/integration/receiver.ts';
import { startForBench } from './start.ts';
import { type CallsPerSend, countSends } from './calls/count-sends.ts';
import { type Scenario, scenarios } from './calls/scenario.ts';
import type { Report, Table } from './report.ts';

const SENDS = 10;
/** Deliveries of a hundred channels each are slow on a laptop. */
const SENDS_OF_MANY = 3;

/**
 * AWS calls, DynamoDB capacity units and payload bytes per notification, by kind of call, as the door of the local
 * stack counts them: of ingest and of the deliverers, until everything is delivered.
 */
export async function run(): Promise<Report> {
  const receiver = await startReceiver();
  const stack = await startForBench();
  try {
    const tables: Table[] = [];
    for (const scenario of Object.values<Scenario>(scenarios)) {
      const sends = (scenario.channels.http ?? 0) > 10 ? SENDS_OF_MANY : SENDS;
      tables.push(tableOf(scenario.name, await countSends({ stack, receiver }, scenario, sends)));
    }
    return { tables };
  } finally {
    await stack.stop();
    await receiver.stop();
  }
}

function tableOf(title: string, calls: readonly CallsPerSend[]): Table {
  return {
    title: `${title}: per notification`,
    columns: ['call', 'calls', 'capacity units', 'request bytes', 'answer bytes'],
    rows: calls.map(({ role, service, operation, calls: count, capacityUnits, requestBytes, responseBytes }) => [
      `${role}: ${service} ${operation}`,
      count,
      capacityUnits,
      Math.round(requestBytes),
      Math.round(responseBytes),
    ]),
  };
}
