import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Badge from '@cloudscape-design/components/badge';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { Message } from '../api/types.ts';
import { Confirm } from '../feedback/confirm.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { useMay, usePaths } from '../session/organization.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Page } from '../shell/page.tsx';
import { Moment } from '../time/moment.tsx';
import { Deliveries } from './deliveries.tsx';
import { useRedelivery } from './message-actions.ts';
import { useMessage } from './message-queries.ts';
import { Payload } from './payload.tsx';
import { Priority } from './priority.tsx';
import { Routing } from './routing.tsx';

/** One message: what it says, why it went where, and how each delivery went. */
export function MessagePage() {
  const { messageId = '' } = useParams();
  return <Loaded query={useMessage(messageId)}>{(message) => <Details message={message} />}</Loaded>;
}

/** Titles may have 200 characters; where a page is called after one, fewer do. */
const TITLE_CHARACTERS = 80;

function Details({ message }: { readonly message: Message }) {
  const may = useMay('admin');
  const name = Array.from(message.title ?? message.message);
  const title = name.length > TITLE_CHARACTERS ? `${name.slice(0, TITLE_CHARACTERS).join('')}…` : name.join('');
  return (
    <Page
      title={title}
      above={[{ text: 'Messages', path: 'messages' }]}
      actions={may && <Replay messageId={message.id} />}
    >
      <Rendered message={message} />
      <Deliveries message={message} />
      <Routing message={message} />
      <Payload payload={message.payload} />
    </Page>
  );
}

const formats = { json: 'JSON', chat: 'Chat-compatible JSON', text: 'Plain text' } as const;

function Rendered({ message }: { readonly message: Message }) {
  const to = usePaths();
  return (
    <Container header={<Header>Message</Header>}>
      <SpaceBetween size="l">
        {message.title !== undefined && (
          <strong className="breakable" dir="auto">
            {message.title}
          </strong>
        )}
        <pre className="message-text" dir="auto">
          {message.message}
        </pre>
        <KeyValuePairs
          columns={4}
          items={[
            {
              label: 'Webhook',
              value: (
                <PageLink href={to(`webhooks/${message.webhookId}`)}>
                  <bdi className="breakable">{message.webhookName}</bdi>
                </PageLink>
              ),
            },
            { label: 'Received', value: <Moment at={message.receivedAt} /> },
            { label: 'Priority', value: <Priority value={message.priority} /> },
            { label: 'Tags', value: <Tags tags={message.tags} /> },
            { label: 'Format', value: formats[message.format] },
            { label: 'Message ID', value: <code className="breakable">{message.id}</code> },
            ...(message.notes.length === 0 ? [] : [{ label: 'Notes', value: message.notes.join(' · ') }]),
          ]}
        />
      </SpaceBetween>
    </Container>
  );
}

function Tags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return 'None';
  return (
    <SpaceBetween direction="horizontal" size="xxs">
      {tags.map((tag) => (
        <Badge key={tag}>
          <bdi className="breakable">{tag}</bdi>
        </Badge>
      ))}
    </SpaceBetween>
  );
}

function Replay({ messageId }: { readonly messageId: string }) {
  const [isAsking, setAsking] = useState(false);
  const { replay } = useRedelivery(messageId);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Replay</Button>
      {isAsking && (
        <Confirm
          title="Replay this message?"
          action="Replay"
          onConfirm={() => replay.mutateAsync()}
          onClose={() => setAsking(false)}
        >
          It is routed again by the channels and filters of today. Channels that got it already get it once more.
        </Confirm>
      )}
    </>
  );
}
