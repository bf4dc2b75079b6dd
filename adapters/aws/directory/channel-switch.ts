import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Channel } from '../../../core/directory/channel.ts';

/** Switches channels off when their destination says that it is gone for good. */
export function createChannelSwitch(db: DynamoDBDocumentClient, table: string) {
  return {
    /** Does nothing when the channel changed since it was read: an operator may just have mended it. */
    async disable(channel: Channel, reason: string): Promise<void> {
      try {
        await db.send(
          new UpdateCommand({
            TableName: table,
            Key: { pk: `ORG#${channel.organizationId}`, sk: `CHANNEL#${channel.id}` },
            UpdateExpression: 'SET enabled = :off, disabledReason = :reason, version = version + :one',
            ConditionExpression: 'version = :version',
            ExpressionAttributeValues: { ':off': false, ':reason': reason, ':one': 1, ':version': channel.version },
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    },
  };
}
