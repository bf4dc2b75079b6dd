import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { openText, sealText } from '../../../adapters/aws/secrets/sealed-text.ts';
import { ACCOUNT, REGION } from '../../assembly/attributes.ts';
import { jsonBody, type NeedsOf } from '../access/requests.ts';
import { jsonError, targetOperation, type AwsAnswer, type AwsService } from '../service.ts';

const KEY_BYTES = 32;

const Context = z.record(z.string(), z.string()).default({});
const GenerateDataKey = z.object({ KeyId: z.string(), KeySpec: z.literal('AES_256'), EncryptionContext: Context });
type Context = z.infer<typeof Context>;
const Sealed = z.object({ KeyId: z.string(), Plaintext: z.string() });
const Decrypt = z.object({ CiphertextBlob: z.string(), EncryptionContext: Context });

/**
 * KMS, as far as data keys go: encrypts them with a master key, kept in a file of the data folder that only its owner
 * can read. As on AWS, a data key opens only with the encryption context that it was made with.
 */
export function kmsService(dataDir: string): AwsService {
  const master = masterKey(join(dataDir, 'kms-master.key'));
  return ({ headers, body }) => {
    const operation = targetOperation(headers);
    const input: unknown = JSON.parse(body.toString('utf8'));
    if (operation === 'GenerateDataKey') return generate(master, GenerateDataKey.parse(input), operation);
    if (operation === 'Decrypt') return decrypt(master, Decrypt.parse(input), operation);
    const message = `kms ${operation} is not available locally`;
    return jsonError({ status: 501, type: 'NotImplemented', message, operation });
  };
}

/**
 * What KMS calls need: the right on the key, with the encryption context. A ciphertext names the key that it was made
 * with; one that does not open needs no right, because it gives nothing away.
 *
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awskeymanagementservice.html
 */
export function kmsNeeds(dataDir: string): NeedsOf {
  const master = masterKey(join(dataDir, 'kms-master.key'));
  return (call) => {
    const operation = targetOperation(call.headers);
    if (operation === 'GenerateDataKey') return needed(operation, GenerateDataKey.parse(jsonBody(call)));
    if (operation !== 'Decrypt') return undefined;
    const { CiphertextBlob, EncryptionContext } = Decrypt.parse(jsonBody(call));
    const opened = open(master, { CiphertextBlob, EncryptionContext });
    return opened === undefined ? [] : needed(operation, { KeyId: opened.KeyId, EncryptionContext });
  };
}

function needed(operation: string, { KeyId, EncryptionContext }: { KeyId: string; EncryptionContext: Context }) {
  const resource = KeyId.startsWith('arn:') ? KeyId : `arn:aws:kms:${REGION}:${ACCOUNT}:key/${KeyId}`;
  const context = Object.entries(EncryptionContext).map(([name, value]): [string, string] => {
    return [`kms:encryptioncontext:${name.toLowerCase()}`, value];
  });
  return [{ action: `kms:${operation}`, resource, context: Object.fromEntries(context) }];
}

/** The master key of this data folder; the first start makes it. */
function masterKey(path: string): Buffer {
  if (!existsSync(path)) writeFileSync(path, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' });
  chmodSync(path, 0o600);
  const key = readFileSync(path);
  if (key.length !== KEY_BYTES) throw new Error(`${path} is not a key of ${KEY_BYTES} bytes`);
  return key;
}

function generate(master: Buffer, { KeyId, EncryptionContext }: z.infer<typeof GenerateDataKey>, operation: string) {
  const Plaintext = randomBytes(KEY_BYTES).toString('base64');
  const sealed = sealText(JSON.stringify({ KeyId, Plaintext }), master, placeOf(EncryptionContext));
  return answer(operation, { KeyId, Plaintext, CiphertextBlob: Buffer.from(sealed).toString('base64') });
}

function decrypt(master: Buffer, input: z.infer<typeof Decrypt>, operation: string): AwsAnswer {
  const opened = open(master, input);
  if (opened !== undefined) return answer(operation, { ...opened, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' });
  return jsonError({ status: 400, type: 'InvalidCiphertextException', message: '', operation });
}

/** The data key in a ciphertext, and the id of the key that encrypted it. */
function open(
  master: Buffer,
  { CiphertextBlob, EncryptionContext }: z.infer<typeof Decrypt>,
): z.infer<typeof Sealed> | undefined {
  const sealed = Buffer.from(CiphertextBlob, 'base64').toString('utf8');
  try {
    return Sealed.parse(JSON.parse(openText(sealed, master, placeOf(EncryptionContext))));
  } catch {
    return undefined;
  }
}

/** Gives the same text for the same context, whatever its order. */
function placeOf(context: Context): string {
  return JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function answer(operation: string, content: object): AwsAnswer {
  const headers = { 'content-type': 'application/x-amz-json-1.1' };
  return { status: 200, headers, body: JSON.stringify(content), operation };
}
