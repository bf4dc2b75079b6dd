import Alert from '@cloudscape-design/components/alert';
import Badge from '@cloudscape-design/components/badge';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Message } from '../api/types.ts';
import { usePaths } from '../session/organization.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Moment } from '../time/moment.tsx';
import { Deliveries } from './deliveries.tsx';
import { Payload } from './payload.tsx';
import { Priority } from './priority.tsx';

/** All there is to say about one message: what it says, where it went, what was sent. */
export function MessageDetails({ message }: { readonly message: Message }) {
  return (
    <SpaceBetween size="l">
      <Rendered message={message} />
      <Deliveries message={message} />
      <Payload payload={message.payload} />
    </SpaceBetween>
  );
}

const formats = { json: 'JSON', chat: 'Chat-compatible JSON', text: 'Plain text' } as const;

function Rendered({ message }: { readonly message: Message }) {
  const to = usePaths();
  return (
    <Container>
      <article className={`message priority-${message.priority ?? 'none'}`}>
        {message.title !== undefined && (
          <strong className="message-title breakable" dir="auto">
            {message.title}
          </strong>
        )}
        <pre className="message-text" dir="auto">
          {message.message}
        </pre>
        <div className="facts">
          {message.priority !== undefined && <Priority value={message.priority} />}
          {message.tags.map((tag) => (
            <PageLink key={tag} href={to(`messages?${new URLSearchParams({ tag }).toString()}`)}>
              <Badge>
                <bdi className="breakable">{tag}</bdi>
              </Badge>
            </PageLink>
          ))}
          <span>
            From{' '}
            <PageLink href={to(`webhooks/${message.webhookId}`)}>
              <bdi className="breakable">{message.webhookName}</bdi>
            </PageLink>
          </span>
          {message.alertId !== null && (
            <span>
              Part of <PageLink href={to(`alerts/${message.alertId}`)}>this alert</PageLink>
            </span>
          )}
          <Moment at={message.receivedAt} />
          <span>{formats[message.format]}</span>
          <code className="breakable">{message.id}</code>
        </div>
        {message.notes.length > 0 && (
          <Alert header="Taken with a change">
            {message.notes.map((note) => (
              <div key={note} className="breakable">
                {note}
              </div>
            ))}
          </Alert>
        )}
      </article>
    </Container>
  );
}
