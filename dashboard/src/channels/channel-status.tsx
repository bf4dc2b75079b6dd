import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Channel } from '../api/types.ts';

/** Whether a channel takes deliveries; one that the router switched off itself stands out. */
export function ChannelStatus({ channel }: { readonly channel: Channel }) {
  if (channel.enabled) return <StatusIndicator>Enabled</StatusIndicator>;
  if (channel.disabledReason === null) return <StatusIndicator type="stopped">Disabled</StatusIndicator>;
  return <StatusIndicator type="error">Switched off by the router</StatusIndicator>;
}
