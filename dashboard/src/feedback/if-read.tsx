import Box from '@cloudscape-design/components/box';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface IfReadProps {
  readonly query: Pick<UseQueryResult, 'data' | 'isPending'>;
  /** What an empty list says. */
  readonly children: ReactNode;
}

/** Keeps a list from saying that there is nothing where nothing could be read. */
export function IfRead({ query, children }: IfReadProps) {
  if (query.data !== undefined) return children;
  return <Box color="text-body-secondary">{query.isPending ? 'Loading' : 'Could not be loaded.'}</Box>;
}
