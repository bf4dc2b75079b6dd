import * as z from 'zod/mini';
import { lost } from '../../../core/directory/change.ts';
import { emailKey, Membership, type Person, User } from '../../../core/directory/person.ts';
import type { PersonStore } from '../../../core/directory/person-store.ts';
import { saved } from '../../../core/directory/webhook-store.ts';
import { GetCommand, PutCommand, QueryCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { directoryKeys as keys } from './directory-keys.ts';
import { isNew, transact, type Write } from './transact.ts';

const Pointer = z.object({ userId: z.string() });

/** People in the Directory table: each in a partition of their own, beside their memberships. */
export function createPersonRepository(db: DocumentClient, table: string): PersonStore {
  async function point(Key: Record<string, string>): Promise<string | undefined> {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
    return Item === undefined ? undefined : Pointer.parse(Item).userId;
  }

  const put = (Item: Record<string, unknown>): Write => ({ Put: { TableName: table, Item, ...isNew } });

  return {
    async findPerson(identity) {
      const userId = await point(keys.identity(identity));
      return userId === undefined ? undefined : readPerson(db, table, userId);
    },

    async signUp(identity, user) {
      const Key = keys.expectedUser(emailKey(user.email));
      const expectedId = await point(Key);
      const userId = expectedId ?? user.id;
      const first: Write =
        expectedId === undefined
          ? put({ ...keys.user(userId), ...user })
          : { Delete: { TableName: table, Key, ConditionExpression: 'attribute_exists(pk)' } };
      const result = await transact(db, [first, put({ ...keys.identity(identity), userId })]);
      return result.kind === 'written' ? saved : lost;
    },

    async insertUser(user) {
      const result = await transact(db, [put({ ...keys.user(user.id), ...user }), put(expected(user))]);
      if (result.kind !== 'written') throw new Error(`The new person ${user.id} was not stored: ${result.kind}.`);
    },

    async expectUser(user) {
      await db.send(new PutCommand({ TableName: table, Item: expected(user) }));
    },
  };
}

function expected({ id, email }: Pick<User, 'id' | 'email'>) {
  return { ...keys.expectedUser(emailKey(email)), userId: id };
}

/** A person and their memberships; one page of a query holds thousands. */
async function readPerson(db: DocumentClient, table: string, userId: string): Promise<Person | undefined> {
  const { pk, sk: userSortKey } = keys.user(userId);
  const { Items } = await db.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    }),
  );
  const user = Items.find(({ sk }) => sk === userSortKey);
  if (user === undefined) return undefined;
  const memberships = Items.filter((item) => item !== user).map((item) => Membership.parse(item));
  return { user: User.parse(user), memberships };
}
