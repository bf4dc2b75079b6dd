import Box from '@cloudscape-design/components/box';
import Spinner from '@cloudscape-design/components/spinner';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}

/** Shows what was read once it is there, and until then that it is on its way or why it is not. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  const failure = query.error !== null && <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return failure || <Loading />;
  // What was read before stays, below the word that it may be old.
  return (
    <>
      {failure}
      {children(query.data)}
    </>
  );
}

/** Something is on its way. */
export function Loading() {
  return (
    <Box textAlign="center" padding="xxl" color="text-status-inactive">
      <output>
        <Spinner /> Loading
      </output>
    </Box>
  );
}
