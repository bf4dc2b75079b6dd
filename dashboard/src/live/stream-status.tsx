import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { StreamState } from './open-stream.ts';

interface StreamStatusProps {
  readonly state: StreamState;
  readonly isPaused?: boolean;
}

/** How the connection stands, in words. */
export function StreamStatus({ state, isPaused = false }: StreamStatusProps) {
  switch (state) {
    case 'open':
      return isPaused ? (
        <StatusIndicator type="stopped">Paused</StatusIndicator>
      ) : (
        <StatusIndicator>Connected</StatusIndicator>
      );
    case 'connecting':
      return <StatusIndicator type="in-progress">Connecting</StatusIndicator>;
    case 'refused':
      return (
        <StatusIndicator type="warning">
          No connection: the channel is off, or has too many readers. Trying again.
        </StatusIndicator>
      );
  }
}
