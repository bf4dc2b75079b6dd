import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Webhook } from '../api/types.ts';
import { useChannels } from '../channels/channel-queries.ts';
import { Empty } from '../feedback/empty.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { useMay, usePaths } from '../session/organization.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Page } from '../shell/page.tsx';
import { useSearchState } from '../shell/search-state.ts';
import { useWebhooks } from '../webhooks/webhook-queries.ts';
import { openStreams, type Stream, webhooksWithout } from './coverage.ts';
import { useWatch } from './live-actions.ts';
import { LiveTail } from './live-tail.tsx';

/** What comes in, the moment it comes. */
export function LivePage() {
  const channels = useChannels();
  const webhooks = useWebhooks();
  return (
    <Page
      title="Live"
      description="Notifications as they arrive, newest first. Leave it open on a wall."
      help="live-stream"
    >
      <Loaded query={channels}>
        {(found) => (
          <Loaded query={webhooks}>
            {(senders) => <ChosenStream streams={openStreams(found, senders)} webhooks={senders} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

interface StreamsProps {
  readonly streams: readonly Stream[];
  readonly webhooks: readonly Webhook[];
}

function ChosenStream({ streams, webhooks }: StreamsProps) {
  const { search, change } = useSearchState();
  const stream = streams.find(({ id }) => id === search.get('channel')) ?? streams[0];
  if (stream === undefined) return <NoStream webhooks={webhooks} />;
  const options = streams.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SpaceBetween size="m">
      <Missing stream={stream} webhooks={webhooks} />
      {streams.length > 1 && (
        <Select
          ariaLabel="Live Stream"
          inlineLabelText="Live Stream"
          options={options}
          selectedOption={options.find(({ value }) => value === stream.id) ?? null}
          onChange={({ detail }) => change({ channel: detail.selectedOption.value })}
        />
      )}
      <LiveTail key={stream.id} stream={stream} />
    </SpaceBetween>
  );
}

/** There is nothing to read yet. */
function NoStream({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const may = useMay('admin');
  const watch = useWatch();
  return (
    <Empty
      title="No Live Stream yet"
      action={
        may && (
          <Button variant="primary" loading={watch.isPending} onClick={() => watch.mutate({ webhooks })}>
            Create a Live Stream
          </Button>
        )
      }
    >
      {may
        ? 'This page reads a channel of the kind Live Stream. Creating one here links it to every webhook.'
        : 'This page reads a channel of the kind Live Stream. Ask an admin to create one.'}
    </Empty>
  );
}

/** Says what this page does not show. */
function Missing({ stream, webhooks }: { readonly stream: Stream; readonly webhooks: readonly Webhook[] }) {
  const may = useMay('admin');
  const to = usePaths();
  const watch = useWatch();
  const missing = webhooksWithout(stream, webhooks);
  if (missing.length === 0) return null;
  return (
    <Alert
      type="info"
      action={
        may && (
          <Button loading={watch.isPending} onClick={() => watch.mutate({ stream, webhooks: missing })}>
            Show everything
          </Button>
        )
      }
    >
      <PageLink href={to(`channels/${stream.id}`)}>
        <bdi>{stream.name}</bdi>
      </PageLink>{' '}
      gets everything from {webhooks.length - missing.length} of {webhooks.length} webhooks. The others are not linked
      to it, or have a filter.
    </Alert>
  );
}
