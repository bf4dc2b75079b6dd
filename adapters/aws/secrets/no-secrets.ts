import { type ChannelVault, createChannelVault } from './channel-vault.ts';

/** A vault without keys, for code that only handles channels without secrets. @throws on a secret */
export const noSecrets: ChannelVault = createChannelVault({ keyOf: noKey, newKey: noKey });

function noKey(): never {
  throw new Error('No secret can be sealed or opened here: there is no key.');
}
