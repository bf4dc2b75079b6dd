import { useEffect, useState } from 'react';

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

interface Search {
  /** What is asked for: another question begins anew. */
  readonly about: string;
  readonly found: number;
  /** How many are shown at once. */
  readonly page: number;
}

/** Reads pages, which may hold few or none, until a goal is found that each `goOn` puts a page further. */
export function useGoingOn({ about, found, page }: Search, { hasNextPage, isFetching, isError, fetchNextPage }: Pages) {
  const [wanted, setWanted] = useState({ about, goal: page });
  const goal = wanted.about === about ? wanted.goal : page;
  const isSearching = hasNextPage && !isError && found < goal;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);
  return {
    isSearching,
    goOn: () => setWanted({ about, goal: found + page }),
    stop: () => setWanted({ about, goal: 0 }),
  };
}
