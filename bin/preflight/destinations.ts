import { DynamoDBClient, paginateListTables, paginateScan } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { createClient } from '../../adapters/aws/create-client.ts';
import { channelKinds } from '../../core/channels/registry.ts';
import { destinationRefusal, targetOf } from '../../core/channels/destination-refusal.ts';
import { bad, good, type Place, type Probe } from './probe.ts';

/** How CloudFormation names the table of the app in this repository. */
const TABLE = 'NotificationRouterData-DirectoryTable';
const KINDS = ['sns', 'sqs', 'eventbridge'] as const;
const StoredChannel = z.object({ kind: z.enum(KINDS), config: z.record(z.string(), z.unknown()) });

/**
 * What stored channels send to and the settings do not allow. A version that knew no `AWS_TARGETS` let them send
 * anywhere in the account, so that an upgrade would end their deliveries.
 */
function destinations({ region, settings }: Place): Probe {
  const client = createClient(DynamoDBClient, { region });
  const ask = async () => {
    const named = await destinationsIn(client);
    if (named === undefined) return good('no channel is stored yet');
    const refusalOf = destinationRefusal({ own: [], targets: settings.AWS_TARGETS, region });
    const refused = named.filter((name) => refusalOf(name) !== undefined).map((name) => targetOf(name, region));
    if (refused.length === 0) return good(`${named.length} of stored channels, all allowed by AWS_TARGETS`);
    const targets = [...settings.AWS_TARGETS, ...new Set(refused)].join(',');
    const next = `For those that are rightly sent to, before deploying: -c 'AWS_TARGETS=${targets}' (docs/deploy.md).`;
    return bad(`stored channels send to ${refused.join(', ')}, which AWS_TARGETS does not allow`, next);
  };
  return { subject: 'Destinations of channels', right: 'dynamodb:ListTables and dynamodb:Scan', ask };
}

/** Topics, queues and buses, as channels name them; undefined where there is no router yet. */
async function destinationsIn(client: DynamoDBClient): Promise<string[] | undefined> {
  const tables: string[] = [];
  for await (const { TableNames = [] } of paginateListTables({ client }, {})) {
    tables.push(...TableNames.filter((name) => name.startsWith(TABLE)));
  }
  if (tables.length === 0) return undefined;
  const found = new Set<string>();
  for (const TableName of tables) {
    for await (const { Items = [] } of paginateScan({ client }, scanOf(TableName))) {
      for (const item of Items) {
        const { kind, config } = StoredChannel.parse(unmarshall(item));
        for (const field of channelKinds[kind].destinations) found.add(z.string().parse(config[field]));
      }
    }
  }
  return [...found].sort();
}

/** Only what is asked about leaves the table. */
const scanOf = (TableName: string) => ({
  TableName,
  FilterExpression: 'begins_with(sk, :channel) AND #kind IN (:sns, :sqs, :eventbridge)',
  ProjectionExpression: '#kind, config',
  ExpressionAttributeNames: { '#kind': 'kind' },
  ExpressionAttributeValues: {
    ':channel': { S: 'CHANNEL#' },
    ':sns': { S: 'sns' },
    ':sqs': { S: 'sqs' },
    ':eventbridge': { S: 'eventbridge' },
  },
});

/** What an upgrade would end. */
export function destinationProbes(place: Place): Probe[] {
  return [destinations(place)];
}
