import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import type { Message } from '../api/types.ts';
import { useChannels } from '../channels/channel-queries.ts';
import { Empty } from '../feedback/empty.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { routesOf } from './routes-of.ts';

/** Where a message went: one row for each linked channel, with why and how. */
export function Deliveries({ message }: { readonly message: Message }) {
  const channels = useChannels();
  const routes = routesOf(message);
  const delivered = message.deliveries.filter(({ state }) => state === 'delivered').length;
  return (
    <Container
      header={
        <Header
          counter={`(${delivered} of ${message.deliveries.length})`}
          description="By the links and filters of when it was received."
        >
          Deliveries
        </Header>
      }
    >
      {routes.length === 0 && (
        <Empty title="The webhook had no channels">Link one to the webhook, then replay the message.</Empty>
      )}
      {routes.map((route) => (
        <DeliveryRow
          key={route.channelId}
          message={message}
          route={route}
          channel={channels.data?.find(({ id }) => id === route.channelId)}
        />
      ))}
    </Container>
  );
}
