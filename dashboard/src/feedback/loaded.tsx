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
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading />;
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
