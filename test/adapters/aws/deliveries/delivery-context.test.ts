import { beforeEach, describe, expect, it } from 'vitest';
import { createDeliveryContextReader } from '../../../../adapters/aws/deliveries/delivery-context.ts';
import { directoryKeys } from '../../../../adapters/aws/directory/directory-keys.ts';
import { attributesOf } from '../../../../adapters/aws/dynamodb/attributes.ts';
import type { DocumentClient } from '../../../../adapters/aws/dynamodb/document-client.ts';
import type { Channel } from '../../../../core/directory/channel.ts';
import { channel, job } from '../../../core/delivery/rig.ts';

const tables = { messages: 'Messages', directory: 'Directory', counters: 'Counters' };
const other = { ...channel, id: 'ch_2' };
const directory = [channel, other].map((row) =>
  attributesOf({ ...directoryKeys.channel(row.organizationId, row.id), ...row }),
);
const db: DocumentClient = { send: async (command) => command.read({ Responses: { Directory: directory } }) };

let opened: string[];
let reader: ReturnType<typeof createDeliveryContextReader>;

const vault = (open: (sealed: Channel) => Promise<Channel>) => ({
  open: async (sealed: Channel) => {
    opened.push(sealed.id);
    return open(sealed);
  },
});

beforeEach(() => {
  opened = [];
  reader = createDeliveryContextReader(
    db,
    tables,
    vault(async (sealed) => ({ ...sealed, name: 'opened' })),
  );
});

const batch = (...channelIds: string[]) =>
  channelIds.map((channelId, n) => reader.read({ ...job, channelId, messageId: `msg_${n}` }));

describe('the jobs of a batch', () => {
  it('have what they share checked and opened once', async () => {
    const contexts = await Promise.all(batch('ch_1', 'ch_1', 'ch_2', 'ch_1'));

    expect(contexts.map((context) => [context.channel?.id, context.channel?.name])).toEqual([
      ['ch_1', 'opened'],
      ['ch_1', 'opened'],
      ['ch_2', 'opened'],
      ['ch_1', 'opened'],
    ]);
    expect(opened).toEqual(['ch_1', 'ch_2']);
  });

  it('take no channel from the batch before, which may have changed', async () => {
    await Promise.all(batch('ch_1', 'ch_1'));
    await Promise.all(batch('ch_1', 'ch_1'));

    expect(opened).toEqual(['ch_1', 'ch_1']);
  });

  it('all fail where what they share cannot be opened, and no other does', async () => {
    const sealed = async (row: Channel) => (row.id === 'ch_1' ? Promise.reject(new Error('sealed')) : row);
    reader = createDeliveryContextReader(db, tables, vault(sealed));

    const contexts = await Promise.allSettled(batch('ch_1', 'ch_2', 'ch_1'));

    expect(contexts.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  });
});
