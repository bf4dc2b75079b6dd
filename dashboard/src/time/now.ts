import { useEffect, useState } from 'react';
import { timeNow } from './clock.ts';

const TICK_MS = 5000;

/** The time, epoch milliseconds, every `tickMs` milliseconds anew. */
export function useNow(tickMs = TICK_MS): number {
  const [now, setNow] = useState(() => timeNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(timeNow()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return now;
}
