import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { Channel } from '../api/types.ts';
import { WholeWords } from '../feedback/whole-words.tsx';

const looks: Readonly<Record<Channel['health']['state'], readonly [StatusIndicatorProps.Type, string]>> = {
  healthy: ['success', 'Healthy'],
  degraded: ['warning', 'Degraded'],
  failing: ['error', 'Failing'],
  paused: ['stopped', 'Off'],
  unused: ['pending', 'Nothing sent yet'],
};

const worstFirst: readonly Channel['health']['state'][] = ['failing', 'degraded', 'paused', 'unused', 'healthy'];
const rank = ({ disabledReason, health }: Channel): number =>
  disabledReason === null ? worstFirst.indexOf(health.state) : -1;

/** Orders channels by how they do, what somebody must look at first. */
export const byHealth = (one: Channel, other: Channel): number => rank(one) - rank(other);

/** How a channel does: what arrived in the last 24 hours, not whether its switch is on. */
export function HealthStatus({ channel }: { readonly channel: Channel }) {
  if (channel.disabledReason !== null)
    return (
      <StatusIndicator type="error">
        <WholeWords>Switched off by the router</WholeWords>
      </StatusIndicator>
    );
  const [type, text] = looks[channel.health.state];
  return (
    <StatusIndicator type={type}>
      <WholeWords>{text}</WholeWords>
    </StatusIndicator>
  );
}
