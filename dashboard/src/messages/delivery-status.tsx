import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { DeliveryState, MessageSummary } from '../api/types.ts';

const looks: Readonly<Record<DeliveryState, readonly [StatusIndicatorProps.Type, string]>> = {
  queued: ['pending', 'Queued'],
  delivering: ['in-progress', 'Delivering'],
  delivered: ['success', 'Delivered'],
  retrying: ['warning', 'Waiting to retry'],
  failed: ['error', 'Failed'],
  skipped: ['stopped', 'Skipped'],
};

/** Every state a delivery can be in, with its name on screen. */
export const stateOptions = Object.entries(looks).map(([value, [, label]]) => ({ value, label }));

/** The state of that name, if it is one. */
export function toState(name: string | undefined): DeliveryState | undefined {
  return Object.keys(looks).find((state): state is DeliveryState => state === name);
}

/** How one delivery stands. */
export function DeliveryStatus({ state }: { readonly state: DeliveryState }) {
  const [type, text] = looks[state];
  return <StatusIndicator type={type}>{text}</StatusIndicator>;
}

/** Worst first: what somebody must look at wins. */
const order: readonly DeliveryState[] = ['failed', 'retrying', 'delivering', 'queued', 'skipped', 'delivered'];

/** How all deliveries of a message stand, in one line. */
export function MessageStatus({ message }: { readonly message: MessageSummary }) {
  const { deliveries } = message;
  if (deliveries.length === 0) return <StatusIndicator type="stopped">No channel matched</StatusIndicator>;
  const counts = order
    .map((state) => ({ state, count: deliveries.filter((delivery) => delivery.state === state).length }))
    .filter(({ count }) => count > 0);
  const [worst] = counts;
  if (worst === undefined || counts.length === 1) return <DeliveryStatus state={worst?.state ?? 'queued'} />;
  return (
    <StatusIndicator type={looks[worst.state][0]}>
      {counts.map(({ state, count }) => `${count} ${looks[state][1].toLowerCase()}`).join(', ')}
    </StatusIndicator>
  );
}
