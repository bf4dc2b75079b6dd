import { useEffect, useState } from 'react';

const TICK_MS = 5000;

/** The time, epoch milliseconds, every `tickMs` milliseconds anew. */
export function useNow(tickMs = TICK_MS): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return now;
}
