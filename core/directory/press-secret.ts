import { channelKinds } from '../channels/registry.ts';
import type { Channel } from './channel.ts';

type Configured = Pick<Channel, 'kind' | 'config' | 'organizationId'>;

/** What presses of buttons on the posts of a channel are checked by; `undefined`: they have no buttons. */
export function pressSecretOf({ kind, config, organizationId }: Configured): string | undefined {
  return channelKinds[kind].pressSecret(config, organizationId);
}

/** The same, where the vendor tells of presses: it proves itself, and says who pressed. */
export function vendorSecretOf(channel: Configured): string | undefined {
  return channelKinds[channel.kind].tellsPresses ? pressSecretOf(channel) : undefined;
}
