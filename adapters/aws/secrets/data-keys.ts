import { DecryptCommand, GenerateDataKeyCommand, type KMSClient } from '@aws-sdk/client-kms';
import * as z from 'zod/mini';
import type { PRESS_PURPOSE } from '../../../core/channels/press.ts';
import { directoryKeys } from '../directory/directory-keys.ts';
import { GetCommand, PutCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { createKeyCache } from './key-cache.ts';

const DataKeyItem = z.object({ ciphertext: z.string() });

/** The keys that the secrets of organisations are sealed with. */
export interface DataKeys {
  /** The key of an organisation, 32 bytes; made when there is none yet. */
  keyOf(organizationId: string): Promise<Uint8Array>;
  /** A new key for one secret. Who may only open keys of its purpose opens no other secret of the organisation. */
  newKey(owner: KeyOwner): Promise<{ readonly key: Uint8Array; readonly ciphertext: Uint8Array }>;
}

/** What a key of its own is for: the encryption context that it opens with. */
interface KeyOwner extends Record<string, string> {
  readonly organizationId: string;
  readonly purpose: typeof PRESS_PURPOSE;
}

export interface DataKeyOptions {
  readonly db: DocumentClient;
  readonly kms: Pick<KMSClient, 'send'>;
  /** Name of the Directory table. */
  readonly table: string;
  /** ARN or id of the customer key, which never leaves KMS. */
  readonly keyId: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * One data key for each organisation, made by KMS and kept encrypted in the directory: KMS is called once per
 * organisation and instance, not once per secret. The organisation is the encryption context, so an item copied to
 * another organisation opens nothing.
 *
 * @see https://docs.aws.amazon.com/kms/latest/developerguide/kms-cryptography.html#enveloping
 */
export function createDataKeys(options: DataKeyOptions): DataKeys {
  const cached = createKeyCache(options.now);
  return {
    keyOf: async (organizationId) => cached(organizationId, async () => loadOrMake(options, organizationId)),
    newKey: async (owner) => generate(options, owner),
  };
}

async function loadOrMake(options: DataKeyOptions, organizationId: string): Promise<Uint8Array> {
  const stored = await load(options, organizationId);
  return stored ?? make(options, organizationId);
}

async function load({ db, kms, table }: DataKeyOptions, organizationId: string): Promise<Uint8Array | undefined> {
  const Key = directoryKeys.dataKey(organizationId);
  const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
  if (Item === undefined) return undefined;
  const CiphertextBlob = Buffer.from(DataKeyItem.parse(Item).ciphertext, 'base64');
  const { Plaintext } = await kms.send(
    new DecryptCommand({ CiphertextBlob, EncryptionContext: contextOf(organizationId) }),
  );
  return present(Plaintext, organizationId);
}

/** If two instances make a key at the same time, one is first and the other takes its key. */
async function make(options: DataKeyOptions, organizationId: string): Promise<Uint8Array> {
  const { db, table, now } = options;
  const made = await generate(options, contextOf(organizationId));
  const ciphertext = Buffer.from(made.ciphertext).toString('base64');
  try {
    await db.send(
      new PutCommand({
        TableName: table,
        Item: { ...directoryKeys.dataKey(organizationId), ciphertext, createdAt: new Date(now()).toISOString() },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    );
    return made.key;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return present(await load(options, organizationId), organizationId);
  }
}

async function generate({ kms, keyId }: DataKeyOptions, context: { readonly organizationId: string }) {
  const { Plaintext, CiphertextBlob } = await kms.send(
    new GenerateDataKeyCommand({ KeyId: keyId, KeySpec: 'AES_256', EncryptionContext: { ...context } }),
  );
  const { organizationId } = context;
  return { key: present(Plaintext, organizationId), ciphertext: present(CiphertextBlob, organizationId) };
}

function contextOf(organizationId: string) {
  return { organizationId };
}

function present<T>(value: T | undefined, organizationId: string): T {
  if (value === undefined) throw new Error(`KMS gave no data key for the organisation ${organizationId}.`);
  return value;
}
