import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { openText, sealText } from '../../../adapters/aws/secrets/sealed-text.ts';
import { jsonError, targetOperation, type AwsAnswer, type AwsService } from '../service.ts';

const KEY_BYTES = 32;

const Context = z.record(z.string(), z.string()).default({});
const GenerateDataKey = z.object({ KeyId: z.string(), KeySpec: z.literal('AES_256'), EncryptionContext: Context });
const Decrypt = z.object({ CiphertextBlob: z.string(), EncryptionContext: Context });

/**
 * KMS, as far as data keys: they are encrypted with a master key in a file of the data folder that only its owner can
 * read. As on AWS, a data key opens only with the encryption context that it was made with.
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

function decrypt(
  master: Buffer,
  { CiphertextBlob, EncryptionContext }: z.infer<typeof Decrypt>,
  operation: string,
): AwsAnswer {
  const sealed = Buffer.from(CiphertextBlob, 'base64').toString('utf8');
  try {
    const opened: unknown = JSON.parse(openText(sealed, master, placeOf(EncryptionContext)));
    const { KeyId, Plaintext } = z.object({ KeyId: z.string(), Plaintext: z.string() }).parse(opened);
    return answer(operation, { KeyId, Plaintext, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' });
  } catch {
    return jsonError({ status: 400, type: 'InvalidCiphertextException', message: '', operation });
  }
}

/** The same for the same context, whatever its order. */
function placeOf(context: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function answer(operation: string, content: object): AwsAnswer {
  const headers = { 'content-type': 'application/x-amz-json-1.1' };
  return { status: 200, headers, body: JSON.stringify(content), operation };
}
