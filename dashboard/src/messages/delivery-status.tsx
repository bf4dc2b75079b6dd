import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { DeliveryState, MessageSummary } from '../api/types.ts';
import { WholeWords } from '../feedback/whole-words.tsx';

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
  return (
    <StatusIndicator type={type}>
      <WholeWords>{text}</WholeWords>
    </StatusIndicator>
  );
}

/** Worst first: what somebody must look at wins. */
const order: readonly DeliveryState[] = ['failed', 'retrying', 'delivering', 'queued', 'skipped', 'delivered'];

/** How all deliveries of a message stand, in one line. */
export function MessageStatus({ message }: { readonly message: MessageSummary }) {
  const { deliveries } = message;
  if (deliveries.length === 0) {
    return (
      <StatusIndicator type="stopped">
        <WholeWords>No channel matched</WholeWords>
      </StatusIndicator>
    );
  }
  const worst = order.find((state) => deliveries.some((delivery) => delivery.state === state)) ?? 'queued';
  const alike = deliveries.filter(({ state }) => state === worst).length;
  if (alike === deliveries.length) return <DeliveryStatus state={worst} />;
  const [type, text] = looks[worst];
  return (
    <StatusIndicator type={type}>
      <WholeWords>
        {text} ({alike} of {deliveries.length})
      </WholeWords>
    </StatusIndicator>
  );
}
