import { useEffect, useRef, useState } from 'react';
import { type LiveEvent, parseLiveEvent } from './live-event.ts';
import { openStream, type StreamState } from './open-stream.ts';
import { arrived, emptyTail, released, type Tail } from './tail.ts';

interface TailOptions {
  /** Whether what comes waits now, asked for each event. */
  readonly isHeld?: () => boolean;
  /** Told of each event once. */
  readonly onArrival?: (event: LiveEvent) => void;
}

interface LiveTail extends Tail {
  readonly state: StreamState;
  /** Shows what waits. */
  readonly release: () => void;
  readonly clear: () => void;
}

const never = () => false;
const nothing = () => {};

/** The newest events of a Live Stream while the page shows them. */
export function useTail(streamUrl: string, { isHeld = never, onArrival = nothing }: TailOptions = {}): LiveTail {
  const [tail, setTail] = useState<Tail>(emptyTail);
  const [state, setState] = useState<StreamState>('connecting');
  const current = useRef({ isHeld, onArrival });
  useEffect(() => {
    current.current = { isHeld, onArrival };
  });
  useEffect(() => {
    const close = openStream(streamUrl, {
      onState: setState,
      onEvent: (id, data) => {
        const event = parseLiveEvent(id, data);
        const held = current.current.isHeld();
        setTail((now) => arrived(now, event, held));
        current.current.onArrival(event);
      },
    });
    return () => {
      close();
      setTail(emptyTail);
    };
  }, [streamUrl]);
  return {
    ...tail,
    state,
    release: () => setTail(released),
    clear: () => setTail(emptyTail),
  };
}
