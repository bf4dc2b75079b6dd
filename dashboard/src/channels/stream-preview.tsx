import SpaceBetween from '@cloudscape-design/components/space-between';
import { Empty } from '../feedback/empty.tsx';
import { StreamStatus } from '../live/stream-status.tsx';
import { TailCards } from '../live/tail-cards.tsx';
import { useTail } from '../live/use-tail.ts';

/** What a Live Stream carries at this moment. */
export function StreamPreview({ streamUrl }: { readonly streamUrl: string }) {
  const { state, shown } = useTail(streamUrl);
  return (
    <SpaceBetween size="s">
      <StreamStatus state={state} />
      {shown.length === 0 ? (
        <Empty title="Nothing yet">What the channel carries from now on appears here.</Empty>
      ) : (
        <TailCards events={shown} />
      )}
    </SpaceBetween>
  );
}
