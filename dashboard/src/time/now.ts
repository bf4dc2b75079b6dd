import { useEffect, useState } from 'react';

const TICK_MS = 5000;

/** The time, epoch milliseconds, every few seconds anew. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
