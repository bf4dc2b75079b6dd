import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import type { Message } from '../api/types.ts';
import { useChannels } from '../channels/channel-queries.ts';
import { Empty } from '../feedback/empty.tsx';

/** Why a message went where it went: one line for each link that its webhook had. */
export function Routing({ message }: { readonly message: Message }) {
  const channels = useChannels();
  const nameOf = (channelId: string) =>
    message.deliveries.find((delivery) => delivery.channelId === channelId)?.channelName ??
    channels.data?.find(({ id }) => id === channelId)?.name ??
    channelId;
  return (
    <Table
      items={message.routing}
      trackBy="channelId"
      wrapLines
      header={
        <Header counter={`(${message.routing.length})`} description="As the links were when it was received.">
          Routing
        </Header>
      }
      empty={<Empty title="The webhook had no channels">Link one, then replay the message.</Empty>}
      columnDefinitions={[
        {
          id: 'channel',
          header: 'Channel',
          minWidth: 120,
          isRowHeader: true,
          cell: ({ channelId }) => <bdi className="breakable">{nameOf(channelId)}</bdi>,
        },
        {
          id: 'matched',
          header: 'Result',
          minWidth: 150,
          cell: ({ matched }) => (
            <StatusIndicator type={matched ? 'success' : 'stopped'}>
              {matched ? 'Matched' : 'Not matched'}
            </StatusIndicator>
          ),
        },
        {
          id: 'reason',
          header: 'Why',
          minWidth: 200,
          cell: ({ reason }) => <span className="breakable">{reason}</span>,
        },
      ]}
    />
  );
}
