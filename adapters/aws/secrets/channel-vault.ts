import { mapSecrets } from '../../../core/channels/config-secrets.ts';
import { channelKinds } from '../../../core/channels/registry.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { PressKind } from '../../../core/channels/press.ts';
import { pressSecretOf } from '../../../core/directory/press-secret.ts';
import { type PressCheckRow, pressKeyOwner, pressPlace } from '../asks/press-check-row.ts';
import type { DataKeys } from './data-keys.ts';
import { openText, sealText } from './sealed-text.ts';

/** Keeps the secrets of channels unreadable at rest: it seals them before storing and opens them after reading. */
export interface ChannelVault {
  seal(channel: Channel): Promise<Channel>;
  /** @throws UnsealableText when the stored secrets are not this channel's own */
  open(channel: Channel): Promise<Channel>;
  /** What presses in the channel are checked by, sealed apart from its other secrets; `undefined`: it takes none. */
  sealPressCheck(channel: Channel): Promise<PressCheckRow | undefined>;
}

/**
 * Seals each secret field of a config with the data key of the organisation, bound to the organisation, the channel
 * and the field: a sealed text copied anywhere else cannot be opened there. Channels without secrets cost no key.
 */
export function createChannelVault(keys: DataKeys): ChannelVault {
  return {
    seal: (channel) => changeSecrets(keys, channel, sealText),
    open: (channel) => changeSecrets(keys, channel, openText),
    async sealPressCheck(channel) {
      const { organizationId, id, kind } = channel;
      const secret = pressSecretOf(channel);
      if (secret === undefined) return undefined;
      const { key, ciphertext } = await keys.newKey(pressKeyOwner(organizationId));
      const dataKey = Buffer.from(ciphertext).toString('base64');
      const sealed = sealText(secret, key, pressPlace(organizationId, id));
      return { owner: organizationId, kind: PressKind.parse(kind), dataKey, sealed };
    },
  };
}

type Change = (text: string, key: Uint8Array, place: string) => string;

async function changeSecrets(keys: DataKeys, channel: Channel, change: Change): Promise<Channel> {
  const { organizationId, id, kind, config } = channel;
  const { secrets } = channelKinds[kind];
  if (!hasSecrets(config, secrets)) return channel;
  const key = await keys.keyOf(organizationId);
  const changed = mapSecrets(config, secrets, (text, path) =>
    change(text, key, [organizationId, id, ...path].join('/')),
  );
  return { ...channel, config: changed };
}

function hasSecrets(config: Channel['config'], secrets: readonly string[]): boolean {
  let found = false;
  mapSecrets(config, secrets, (text) => {
    found = true;
    return text;
  });
  return found;
}
