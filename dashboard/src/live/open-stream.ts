/** `refused`: the stream does not exist any more, is full, or is starting; it is asked again by itself. */
export type StreamState = 'connecting' | 'open' | 'refused';

interface StreamListener {
  readonly onState: (state: StreamState) => void;
  /** Called once for each event. */
  readonly onEvent: (id: string, data: string) => void;
}

const FIRST_WAIT_MS = 2000;
const MAX_WAIT_MS = 60_000;
/** Ids that are remembered: a stream that is resumed repeats what is no older than a second. */
const REMEMBERED = 500;

/**
 * Reads a Live Stream until the returned function is called. A connection that breaks is resumed by the browser; one
 * that is refused, which ends an EventSource for good, is tried anew, less and less often.
 */
export function openStream(streamUrl: string, { onState, onEvent }: StreamListener): () => void {
  // The page's own origin: whatever host it was opened by also serves the streams.
  const { pathname } = new URL(streamUrl);
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: string | undefined;
  let wait = FIRST_WAIT_MS;
  const known = new Set<string>();
  const isNew = (id: string): boolean => {
    if (known.has(id)) return false;
    known.add(id);
    const [oldest] = known;
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    return true;
  };
  const connect = (): void => {
    onState('connecting');
    const current = new EventSource(last === undefined ? pathname : `${pathname}?since=${last}`);
    source = current;
    current.addEventListener('open', () => {
      wait = FIRST_WAIT_MS;
      onState('open');
    });
    current.addEventListener('error', () => {
      if (current.readyState !== EventSource.CLOSED) return onState('connecting');
      onState('refused');
      timer = setTimeout(connect, wait);
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    });
    current.addEventListener('message', ({ data, lastEventId }: MessageEvent<string>) => {
      last = lastEventId;
      if (isNew(lastEventId)) onEvent(lastEventId, data);
    });
  };
  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
