import { useEffect, useState } from 'react';

const SETTLE_MS = 500;

/** A value that is still being typed, once it has not changed for half a second. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
