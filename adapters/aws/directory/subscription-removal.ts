import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DeliverPorts } from '../../../core/delivery/delivery-ports.ts';
import { directoryKeys as keys } from './directory-keys.ts';

/**
 * Takes browsers from a web push channel whose push service says that they are gone. Nothing of the channel is read or
 * written beside, so no change of an operator is lost.
 */
export function createSubscriptionRemoval(
  db: DynamoDBDocumentClient,
  table: string,
): NonNullable<DeliverPorts['forget']> {
  return async ({ organizationId, id }, subscriptionIds) => {
    const names = Object.fromEntries(subscriptionIds.map((name, index) => [`#s${index}`, name]));
    const removals = Object.keys(names).map((name) => `config.subscriptions.${name}`);
    try {
      await db.send(
        new UpdateCommand({
          TableName: table,
          Key: keys.channel(organizationId, id),
          UpdateExpression: `SET version = version + :one REMOVE ${removals.join(', ')}`,
          ConditionExpression: 'attribute_exists(config.subscriptions)',
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: { ':one': 1 },
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  };
}
