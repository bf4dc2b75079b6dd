import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

const NAME = 'message';

/** The message that is open beside the list; it stands in the address, so that what is seen can be shared. */
export function useSelectedMessage() {
  const [search, setSearch] = useSearchParams();
  const select = (id: string | undefined) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (id === undefined) next.delete(NAME);
        else next.set(NAME, id);
        return next;
      },
      { replace: true },
    );
  return { selected: search.get(NAME) ?? undefined, select };
}

/** Goes through a list by the keys `j` (down) and `k` (up); Escape closes what is open. */
export function useSteps(ids: readonly string[]): void {
  const { selected, select } = useSelectedMessage();
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === 'Escape' && selected !== undefined) select(undefined);
      const next = nextOf(ids, selected, event.key);
      if (next !== undefined) select(next);
    };
    addEventListener('keydown', step);
    return () => removeEventListener('keydown', step);
  });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;

/** Where a key leads from one of a list; `undefined`: nowhere. From nothing, down is the first. */
export function nextOf(ids: readonly string[], current: string | undefined, key: string): string | undefined {
  const at = current === undefined ? -1 : ids.indexOf(current);
  if (key === 'j') return ids[at + 1];
  return key === 'k' && at > 0 ? ids[at - 1] : undefined;
}
