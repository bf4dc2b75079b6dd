import Button from '@cloudscape-design/components/button';
import type { TableProps } from '@cloudscape-design/components/table';
import PanelRight from 'lucide-react/icons/panel-right';
import type { MessageSummary } from '../api/types.ts';
import { PageLink } from '../shell/page-link.tsx';
import { Moment } from '../time/moment.tsx';
import { MessageStatus } from './delivery-status.tsx';
import { Priority } from './priority.tsx';

/** Opens messages beside their list. */
interface Beside {
  readonly selected: string | undefined;
  readonly select: (id: string) => void;
}

/** The columns of a list of messages; where there is room, one of them can be open beside it. */
export function messageColumns(
  to: (path: string) => string,
  beside?: Beside,
): TableProps.ColumnDefinition<MessageSummary>[] {
  return [
    {
      id: 'message',
      header: 'Message',
      isRowHeader: true,
      cell: ({ id, title, message }) => (
        <div className="message-cell">
          <PageLink href={to(`messages/${id}`)}>
            <bdi className="one-line" aria-current={id === beside?.selected || undefined}>
              {title ?? message}
            </bdi>
          </PageLink>
          {beside !== undefined && (
            <Button
              variant="inline-icon"
              iconSvg={<PanelRight aria-hidden />}
              ariaLabel={`Show beside the list: ${title ?? message}`}
              onClick={() => beside.select(id)}
            />
          )}
        </div>
      ),
    },
    { id: 'status', header: 'Deliveries', cell: (message) => <MessageStatus message={message} /> },
    {
      id: 'webhook',
      header: 'Webhook',
      cell: ({ webhookName }) => <bdi className="one-line short">{webhookName}</bdi>,
    },
    { id: 'priority', header: 'Priority', minWidth: 105, cell: ({ priority }) => <Priority value={priority} /> },
    { id: 'received', header: 'Received', cell: ({ receivedAt }) => <Moment at={receivedAt} ago /> },
  ];
}
