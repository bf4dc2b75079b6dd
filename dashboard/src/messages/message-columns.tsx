import type { TableProps } from '@cloudscape-design/components/table';
import type { MessageSummary } from '../api/types.ts';
import { PageLink } from '../shell/page-link.tsx';
import { Moment } from '../time/moment.tsx';
import { MessageStatus } from './delivery-status.tsx';
import { Priority } from './priority.tsx';

/** The columns of a list of messages, of which one may be open beside it. */
export function messageColumns(
  to: (path: string) => string,
  selected?: string,
): TableProps.ColumnDefinition<MessageSummary>[] {
  return [
    {
      id: 'message',
      header: 'Message',
      isRowHeader: true,
      cell: ({ id, title, message }) => (
        <PageLink href={to(`messages/${id}`)}>
          <bdi className="one-line" aria-current={id === selected || undefined}>
            {title ?? message}
          </bdi>
        </PageLink>
      ),
    },
    { id: 'status', header: 'Deliveries', cell: (message) => <MessageStatus message={message} /> },
    {
      id: 'webhook',
      header: 'Webhook',
      cell: ({ webhookName }) => <bdi className="one-line short">{webhookName}</bdi>,
    },
    { id: 'priority', header: 'Priority', minWidth: 105, cell: ({ priority }) => <Priority value={priority} /> },
    { id: 'received', header: 'Received', cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
  ];
}
