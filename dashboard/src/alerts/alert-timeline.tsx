import './alerts.css';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import type { MessageSummary } from '../api/types.ts';
import { Empty } from '../feedback/empty.tsx';
import { Failure } from '../feedback/failure.tsx';
import { IfRead } from '../feedback/if-read.tsx';
import { MessageStatus } from '../messages/delivery-status.tsx';
import { useMessages } from '../messages/message-queries.ts';
import { Priority } from '../messages/priority.tsx';
import { shortTitle } from '../messages/short-title.ts';
import { usePaths } from '../session/organization.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Moment } from '../time/moment.tsx';

/** The messages behind an alert, newest first. */
export function AlertTimeline({ alertId }: { readonly alertId: string }) {
  const messages = useMessages({ alertId }, true);
  const { items, hasNextPage, isSearching } = messages;
  return (
    <Container
      header={
        <Header
          counter={`(${items.length}${hasNextPage ? '+' : ''})`}
          description="Newest first, with what people did."
        >
          Messages
        </Header>
      }
    >
      {messages.error !== null && <Failure error={messages.error} onRetry={() => void messages.refetch()} />}
      {items.length === 0 && (
        <IfRead query={messages}>
          <Empty title="Its messages are gone">Messages are kept for 30 days.</Empty>
        </IfRead>
      )}
      <ol className="timeline">
        {items.map((message) => (
          <Said key={message.id} message={message} />
        ))}
      </ol>
      {hasNextPage && (
        <Button loading={isSearching} onClick={messages.goOn}>
          Show more
        </Button>
      )}
    </Container>
  );
}

function Said({ message }: { readonly message: MessageSummary }) {
  const to = usePaths();
  const isOwn = message.origin === 'system';
  return (
    <li className={isOwn ? 'own' : `priority-${message.priority ?? 'none'}`}>
      <div className="line">
        <PageLink href={to(`messages/${message.id}`)}>
          <bdi className="breakable">{isOwn ? message.message : shortTitle(message)}</bdi>
        </PageLink>
        <span className="quiet">
          <Moment at={message.receivedAt} />
        </span>
      </div>
      <div className="facts">
        <Priority value={message.priority} />
        <MessageStatus message={message} />
      </div>
    </li>
  );
}
