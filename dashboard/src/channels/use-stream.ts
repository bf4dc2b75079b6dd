import { useEffect, useState } from 'react';

interface StreamLine {
  readonly id: string;
  readonly text: string;
}

interface Stream {
  readonly state: 'connecting' | 'open' | 'lost';
  /** Newest first. */
  readonly lines: readonly StreamLine[];
}

const KEPT = 50;

/** Reads a Live Stream while the page shows it; the browser reconnects and resumes by itself. */
export function useStream(url: string): Stream {
  const [stream, setStream] = useState<Stream>({ state: 'connecting', lines: [] });
  useEffect(() => {
    // The page's own origin: whatever host it was opened by also serves the streams.
    const source = new EventSource(new URL(url).pathname);
    source.addEventListener('open', () => setStream(({ lines }) => ({ state: 'open', lines })));
    source.addEventListener('error', () => {
      const isOver = source.readyState === EventSource.CLOSED;
      setStream(({ lines }) => ({ state: isOver ? 'lost' : 'connecting', lines }));
    });
    source.addEventListener('message', ({ data, lastEventId }: MessageEvent<string>) =>
      setStream(({ lines }) => ({ state: 'open', lines: [{ id: lastEventId, text: data }, ...lines].slice(0, KEPT) })),
    );
    return () => source.close();
  }, [url]);
  return stream;
}
