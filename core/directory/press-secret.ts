import { channelKinds } from '../channels/registry.ts';
import type { Channel } from './channel.ts';

/** What presses of buttons on the posts of a channel are checked by; `undefined`: they have no buttons that answer. */
export function pressSecretOf({
  kind,
  config,
  organizationId,
}: Pick<Channel, 'kind' | 'config' | 'organizationId'>): string | undefined {
  return channelKinds[kind].pressSecret(config, organizationId);
}
