import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import type { Channel, MessageSummary } from '../api/types.ts';
import { ChannelStatus } from '../channels/channel-status.tsx';
import { Empty } from '../feedback/empty.tsx';
import { usePaths } from '../session/organization.tsx';
import { PageLink } from '../shell/page-link.tsx';

interface FailingChannelsProps {
  /** `undefined`: on their way. */
  readonly channels: readonly Channel[] | undefined;
  /** Those of the last day. */
  readonly messages: readonly MessageSummary[] | undefined;
}

/** Channels that were switched off or did not get what was sent to them. */
export function FailingChannels({ channels, messages }: FailingChannelsProps) {
  const to = usePaths();
  const failures = (id: string) =>
    (messages ?? []).filter(({ deliveries }) =>
      deliveries.some(({ channelId, state }) => channelId === id && (state === 'failed' || state === 'retrying')),
    ).length;
  const failing = (channels ?? []).filter(({ id, disabledReason }) => disabledReason !== null || failures(id) > 0);
  return (
    <Table
      items={failing}
      trackBy="id"
      loading={channels === undefined || messages === undefined}
      loadingText="Loading channels"
      header={<Header counter={`(${failing.length})`}>Failing channels</Header>}
      empty={<Empty title="No channel fails">Every delivery of the last 24 hours arrived, or is on its way.</Empty>}
      columnDefinitions={[
        {
          id: 'name',
          header: 'Channel',
          isRowHeader: true,
          cell: ({ id, name }) => (
            <PageLink href={to(`channels/${id}`)}>
              <bdi className="one-line short">{name}</bdi>
            </PageLink>
          ),
        },
        { id: 'status', header: 'Status', cell: (channel) => <Status channel={channel} /> },
        { id: 'failures', header: 'Not delivered', cell: ({ id }) => failures(id) },
      ]}
    />
  );
}

/** That a channel is enabled is no good news here. */
function Status({ channel }: { readonly channel: Channel }) {
  if (channel.enabled) return <StatusIndicator type="warning">Deliveries fail</StatusIndicator>;
  return <ChannelStatus channel={channel} />;
}
