import { configValueAt } from '../channels/config-secrets.ts';
import type { ChannelKind } from '../channels/kinds.ts';
import { channelKinds } from '../channels/registry.ts';
import type { PreparedConfig } from './channel-config.ts';
import type { Channel } from './channel.ts';

/**
 * Which secrets, of those that the router makes when they are left out, somebody gave: only those can be given again
 * elsewhere, so only those are exported.
 *
 * @param before the channel as it was; absent: it is new
 */
export function givenSecretsAfter(
  kind: ChannelKind,
  { config, issued }: PreparedConfig,
  before?: Channel,
): Pick<Channel, 'givenSecrets'> {
  const isGiven = (field: string) => {
    if (issued.includes(field)) return false;
    const isKept = before !== undefined && configValueAt(before.config, [field]) === configValueAt(config, [field]);
    return isKept ? before.givenSecrets?.includes(field) === true : true;
  };
  const givenSecrets = channelKinds[kind].makes.filter(isGiven);
  return givenSecrets.length === 0 ? {} : { givenSecrets };
}
