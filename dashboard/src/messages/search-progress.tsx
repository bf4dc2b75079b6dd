import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Moment } from '../time/moment.tsx';
import { useNow } from '../time/now.ts';
import type { MessageFilters } from './message-queries.ts';
import { searchedShare } from './searched-share.ts';

interface SearchProgressProps {
  readonly filters: MessageFilters;
  /** How far it came; `undefined`: it does not say. */
  readonly searchedTo: string | null | undefined;
  readonly isSearching: boolean;
  readonly onGoOn: () => void;
  readonly onStop: () => void;
}

/** How far a search has come, while it goes on and after it was stopped. */
export function SearchProgress({ filters, searchedTo, isSearching, onGoOn, onStop }: SearchProgressProps) {
  const now = useNow();
  const reached = searchedTo ?? undefined;
  return (
    <Box padding="s" textAlign="center">
      <SpaceBetween size="xs">
        {reached !== undefined && (
          <ProgressBar
            ariaLabel="Search through the messages"
            value={searchedShare({ ...filters, searchedTo: reached, now })}
            description={
              <>
                Searched back to <Moment at={reached} />
              </>
            }
          />
        )}
        {isSearching ? (
          <Button onClick={onStop}>Cancel</Button>
        ) : (
          <Button onClick={onGoOn}>{reached === undefined ? 'Show older messages' : 'Search further back'}</Button>
        )}
      </SpaceBetween>
    </Box>
  );
}
