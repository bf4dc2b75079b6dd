import type { SwitchOff, SwitchOffPorts } from '../../../core/delivery/switch-off.ts';
import { Channel } from '../../../core/directory/channel.ts';
import { paginateQuery } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { noticeWrites } from '../messages/message-items.ts';
import { auditWrite } from './audit-repository.ts';
import { directoryKeys as keys, sortPrefixes } from './directory-keys.ts';
import { transact, type Write } from './transact.ts';
import type { TableNames } from '../../../core/storage/tables.ts';

type Tables = Pick<TableNames, 'directory' | 'messages' | 'liveEvents'>;

/** Switches channels off, in one transaction with the audit entry and the message that report it. */
export function createChannelSwitch(db: DocumentClient, tables: Tables): SwitchOffPorts['channels'] {
  return {
    async marked(organizationId) {
      const query = {
        TableName: tables.directory,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        FilterExpression: 'enabled = :yes AND notifyOnProblems = :yes',
        ExpressionAttributeValues: {
          ':pk': keys.partition(organizationId),
          ':prefix': sortPrefixes.channel,
          ':yes': true,
        },
      };
      const marked: Channel[] = [];
      for await (const { Items } of paginateQuery({ client: db }, query)) {
        marked.push(...Items.map((item) => Channel.parse(item)));
      }
      return marked.slice(0, MAX_TOLD);
    },

    async switchOff(change) {
      const { kind } = await transact(db, writesOf(tables, change));
      return kind === 'written';
    },
  };
}

/** A transaction holds 100 writes. */
const MAX_TOLD = 20;

function writesOf(tables: Tables, { channel, reason, entry, notice }: SwitchOff): Write[] {
  const { organizationId, id, version } = channel;
  return [
    {
      Update: {
        TableName: tables.directory,
        Key: keys.channel(organizationId, id),
        UpdateExpression: 'SET enabled = :off, disabledReason = :reason, updatedAt = :at, version = version + :one',
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: {
          ':off': false,
          ':reason': reason,
          ':at': entry.at,
          ':one': 1,
          ':version': version,
        },
      },
    },
    auditWrite(tables.directory, entry),
    ...noticeWrites(tables, notice),
  ];
}
