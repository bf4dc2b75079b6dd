import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useStream } from './use-stream.ts';

/** What a Live Stream carries at this moment, as a reader of it sees it. */
export function StreamPreview({ streamUrl }: { readonly streamUrl: string }) {
  const { state, lines } = useStream(streamUrl);
  return (
    <SpaceBetween size="s">
      {state === 'open' && <StatusIndicator>Connected. Events appear as they come.</StatusIndicator>}
      {state === 'connecting' && <StatusIndicator type="in-progress">Connecting</StatusIndicator>}
      {state === 'lost' && (
        <StatusIndicator type="error">
          The stream refused the connection: the channel is disabled or has too many readers. Close other readers, then
          open the preview again.
        </StatusIndicator>
      )}
      <div role="log" aria-label="Events of the stream" tabIndex={0}>
        {lines.length === 0 ? (
          <em>No event yet.</em>
        ) : (
          lines.map(({ id, text }) => (
            <pre key={id} className="code-block stream-line" dir="auto">
              {text}
            </pre>
          ))
        )}
      </div>
    </SpaceBetween>
  );
}
