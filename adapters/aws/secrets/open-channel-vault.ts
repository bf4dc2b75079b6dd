import { KMSClient } from '@aws-sdk/client-kms';
import { createClient } from '../create-client.ts';
import { type ChannelVault, createChannelVault } from './channel-vault.ts';
import { createDataKeys, type DataKeyOptions } from './data-keys.ts';

/** The vault of a running function. It first calls KMS when it meets a secret. */
export function openChannelVault(options: Pick<DataKeyOptions, 'db' | 'table' | 'keyId'>): ChannelVault {
  return createChannelVault(createDataKeys({ ...options, kms: createClient(KMSClient), now: Date.now }));
}
