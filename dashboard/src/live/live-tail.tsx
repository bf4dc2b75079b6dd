import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useRef, useState } from 'react';
import { Empty } from '../feedback/empty.tsx';
import { useSearchState } from '../shell/search-state.ts';
import { type Alarm, createBell, readAlarm, writeAlarm } from './alarm.ts';
import { AlarmControls, priorityOptions } from './alarm-controls.tsx';
import type { Stream } from './coverage.ts';
import { type LiveFilter, passes } from './live-event.ts';
import { StreamStatus } from './stream-status.tsx';
import { TailCards } from './tail-cards.tsx';
import { useTail } from './use-tail.ts';

/** Below this many pixels from the top, new cards wait: nobody likes what they read to move. */
const READING_PX = 300;

/** One stream as cards, with what narrows it and what calls attention to it. */
export function LiveTail({ stream }: { readonly stream: Stream }) {
  const [isPaused, setPaused] = useState(false);
  const [alarm, setAlarm] = useState<Alarm>(readAlarm);
  const bell = useRef<ReturnType<typeof createBell>>(undefined);
  const { search, change } = useSearchState();
  const filter: LiveFilter = { text: search.get('q') ?? '', priority: Number(search.get('priority')) || 0 };
  const tail = useTail(stream.streamUrl, {
    isHeld: () => isPaused || scrollY > READING_PX,
    onArrival: (event) => passes(event, filter) && (bell.current ??= createBell())(alarm, event),
  });
  const pauseOrResume = () => {
    if (isPaused) tail.release();
    setPaused(!isPaused);
  };
  const events = tail.shown.filter((event) => passes(event, filter));
  return (
    <SpaceBetween size="m">
      <Container>
        <SpaceBetween size="m">
          <SpaceBetween direction="horizontal" size="s" alignItems="center">
            <Input
              type="search"
              value={filter.text}
              ariaLabel="Filter by text or tag"
              placeholder="Filter by text or tag"
              onChange={({ detail }) => change({ q: detail.value })}
            />
            <Select
              ariaLabel="Show"
              options={priorityOptions}
              selectedOption={priorityOptions.find(({ value }) => value === String(filter.priority)) ?? null}
              onChange={({ detail }) => change({ priority: detail.selectedOption.value?.replace('0', '') })}
            />
            <Button iconName={isPaused ? 'play' : 'pause'} onClick={pauseOrResume}>
              {isPaused ? 'Resume' : 'Pause'}
            </Button>
            <Button disabled={tail.shown.length === 0} onClick={tail.clear}>
              Clear
            </Button>
          </SpaceBetween>
          <AlarmControls
            alarm={alarm}
            onChange={(next) => {
              setAlarm(next);
              writeAlarm(next);
            }}
          />
          <StreamStatus state={tail.state} isPaused={isPaused} />
        </SpaceBetween>
      </Container>
      {tail.waitingCount > 0 && (
        <div className="tail-more">
          <Button
            variant="primary"
            iconName="angle-up"
            onClick={() => {
              tail.release();
              scrollTo({ top: 0 });
            }}
          >
            {tail.waitingCount} new
          </Button>
        </div>
      )}
      {events.length === 0 ? (
        <Empty title={tail.shown.length === 0 ? 'Nothing yet' : 'Nothing matches the filter'}>
          {tail.shown.length === 0
            ? 'What is sent from now on appears here. Everything before is under Messages.'
            : 'What matches appears here as it arrives.'}
        </Empty>
      ) : (
        <TailCards events={events} />
      )}
    </SpaceBetween>
  );
}
