import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { createClient } from '../create-client.ts';
import type { OpenDataKey } from '../asks/press-checks.ts';

const kms = createClient(KMSClient);

/** Has KMS decrypt a data key. @throws when it was not made for this context */
export const openDataKeyBy: OpenDataKey = async (CiphertextBlob, EncryptionContext) => {
  const { Plaintext } = await kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }));
  if (Plaintext === undefined) throw new Error('KMS gave no data key.');
  return Plaintext;
};
