import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DeliverPorts } from '../../../core/delivery/delivery-ports.ts';
import { entryOf, type EntryPorts, systemAct } from '../../../core/directory/audit.ts';
import { auditWrite } from './audit-repository.ts';
import { directoryKeys as keys } from './directory-keys.ts';
import { transact } from './transact.ts';

const act = systemAct('channel.unsubscribed', 'the push service says that browsers are not subscribed any more');

/**
 * Takes browsers from a web push channel whose push service says that they are gone, and notes it in the audit log.
 * Nothing of the channel is read or written beside, so no change of an operator is lost. Where another change is under
 * way, they stay until the next delivery finds them gone.
 */
export function createSubscriptionRemoval(
  db: DynamoDBDocumentClient,
  table: string,
  ports: EntryPorts,
): NonNullable<DeliverPorts['forget']> {
  return async ({ organizationId, id }, subscriptionIds) => {
    const names = Object.fromEntries(subscriptionIds.map((name, index) => [`#s${index}`, name]));
    const paths = Object.keys(names).map((name) => `config.subscriptions.${name}`);
    await transact(db, [
      {
        Update: {
          TableName: table,
          Key: keys.channel(organizationId, id),
          UpdateExpression: `SET version = version + :one REMOVE ${paths.join(', ')}`,
          ConditionExpression: paths.map((path) => `attribute_exists(${path})`).join(' OR '),
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: { ':one': 1 },
        },
      },
      auditWrite(table, entryOf(ports, act, { organizationId, target: id })),
    ]);
  };
}
