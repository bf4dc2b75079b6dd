import { useSearchParams } from 'react-router';

type Changes = Readonly<Record<string, string | undefined>>;

/** The part of the address after `?`, for what of a page can be shared and gone back to; an empty text is none. */
export function useSearchState() {
  const [search, setSearch] = useSearchParams();
  const change = (changes: Changes) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, text] of Object.entries(changes)) {
          if (text === undefined || text === '') next.delete(name);
          else next.set(name, text);
        }
        return next;
      },
      // Each letter that is typed is no page of its own.
      { replace: true },
    );
  return { search, change };
}
