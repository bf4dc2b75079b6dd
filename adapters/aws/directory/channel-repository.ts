import { lost } from '../../../core/directory/change.ts';
import { Channel } from '../../../core/directory/channel.ts';
import type { ChannelReader, ChannelWriter } from '../../../core/directory/channel-store.ts';
import { isId } from '../../../core/message/ids.ts';
import { streamEndpointOf } from '../../../core/directory/live-controls.ts';
import { saved, slugTaken } from '../../../core/directory/webhook-store.ts';
import type { LiveControl } from '../../../core/live/live-event.ts';
import { pressSecretOf } from '../../../core/directory/press-secret.ts';
import { type PressCheckRow, pressCheckKey } from '../asks/press-check-row.ts';
import { GetCommand, PutCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import type { ChannelVault } from '../secrets/channel-vault.ts';
import { auditWrite } from './audit-repository.ts';
import { directoryKeys as keys, sortPrefixes } from './directory-keys.ts';
import { listItems } from './list-items.ts';
import { slugWrites } from './slug-claims.ts';
import { isNew, stillVersion, transact, type Write } from './transact.ts';
import type { TableNames } from '../../../core/storage/tables.ts';

type Tables = Pick<TableNames, 'directory' | 'liveEvents' | 'asks'>;

/** Reads a channel and opens its secrets. */
export function createChannelReader(
  db: DocumentClient,
  table: string,
  vault: Pick<ChannelVault, 'open'>,
): ChannelReader['readChannel'] {
  return async (organizationId, channelId) => {
    if (!isId('channel', channelId)) return undefined;
    const Key = keys.channel(organizationId, channelId);
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
    return Item === undefined ? undefined : vault.open(Channel.parse(Item));
  };
}

/**
 * Channels in the Directory table. A live-stream channel, its stream endpoint, the control events that its readers
 * need, what presses of its buttons are checked by, and the audit entry are one transaction across tables. Secrets in
 * configs are sealed in the tables, and nowhere else.
 */
export function createChannelRepository(
  db: DocumentClient,
  tables: Tables,
  vault: ChannelVault,
): ChannelReader & ChannelWriter {
  const table = tables.directory;
  const writes = channelWrites(tables);

  /** Sealing anew costs a key: it is done when the secret is another. */
  async function pressCheck(before: Channel | undefined, after: Channel): Promise<Write[]> {
    if (before !== undefined && pressSecretOf(before) === pressSecretOf(after)) return [];
    const row = await vault.sealPressCheck(after);
    if (row !== undefined) return [writes.putPressCheck(after, row)];
    return before === undefined ? [] : [writes.deletePressCheck(after)];
  }

  return {
    readChannel: createChannelReader(db, table, vault),

    async listChannels(organizationId, page) {
      const listed = await listItems(db, {
        table,
        organizationId,
        prefix: sortPrefixes.channel,
        page,
        parse: (item) => Channel.parse(item),
      });
      return { ...listed, items: await Promise.all(listed.items.map(async (channel) => vault.open(channel))) };
    },

    async insertChannel(channel, entry) {
      const own = [
        writes.put(await vault.seal(channel), isNew),
        ...writes.putStream(channel),
        ...(await pressCheck(undefined, channel)),
        auditWrite(table, entry),
      ];
      const result = await transact(db, [...own, ...slugWrites(table, { kind: 'channel', after: channel })]);
      if (result.kind === 'refused' && result.refusedBy === own.length) return slugTaken;
      return result.kind === 'written' ? saved : lost;
    },

    async replaceChannel({ before, after, controls, entry }) {
      const own = [
        writes.put(await vault.seal(after), stillVersion(before.version)),
        ...writes.putStream(after),
        ...(after.streamId === before.streamId ? [] : writes.deleteStream(before)),
        ...controls.map((control) => writes.announce(control)),
        ...(await pressCheck(before, after)),
        auditWrite(table, entry),
      ];
      const result = await transact(db, [...own, ...slugWrites(table, { kind: 'channel', before, after })]);
      if (result.kind === 'refused' && result.refusedBy === own.length) return slugTaken;
      return result.kind === 'written' ? saved : lost;
    },

    async removeChannel({ channel, controls, entry }) {
      const result = await transact(db, [
        writes.delete(channel),
        ...writes.deleteStream(channel),
        ...(pressSecretOf(channel) === undefined ? [] : [writes.deletePressCheck(channel)]),
        ...controls.map((control) => writes.announce(control)),
        ...slugWrites(table, { kind: 'channel', before: channel }),
        auditWrite(table, entry),
      ]);
      return result.kind === 'written' ? saved : lost;
    },

    async announce(control) {
      await db.send(new PutCommand({ TableName: tables.liveEvents, Item: control }));
    },
  };
}

const keyOf = ({ organizationId, id }: Channel) => keys.channel(organizationId, id);

function channelWrites({ directory: TableName, liveEvents, asks }: Tables) {
  return {
    put: (channel: Channel, condition: object): Write => ({
      Put: { TableName, Item: { ...keyOf(channel), ...channel }, ...condition },
    }),
    delete: (channel: Channel): Write => ({
      Delete: { TableName, Key: keyOf(channel), ...stillVersion(channel.version) },
    }),
    putStream: (channel: Channel): Write[] => {
      const stream = streamEndpointOf(channel);
      if (stream === undefined || channel.streamId === undefined) return [];
      return [{ Put: { TableName, Item: { ...keys.stream(channel.streamId), ...stream } } }];
    },
    deleteStream: ({ streamId }: Channel): Write[] =>
      streamId === undefined ? [] : [{ Delete: { TableName, Key: keys.stream(streamId) } }],
    putPressCheck: ({ id }: Channel, row: PressCheckRow): Write => ({
      Put: { TableName: asks, Item: { ...pressCheckKey(id), ...row } },
    }),
    deletePressCheck: ({ id }: Channel): Write => ({ Delete: { TableName: asks, Key: pressCheckKey(id) } }),
    announce: (control: LiveControl): Write => ({ Put: { TableName: liveEvents, Item: control } }),
  };
}
