import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import type { TableProps } from '@cloudscape-design/components/table';
import type { ReactNode } from 'react';
import type { AlertSummary } from '../api/types.ts';
import { Failure } from '../feedback/failure.tsx';
import { IfRead } from '../feedback/if-read.tsx';
import { Priority } from '../messages/priority.tsx';
import { useMay, usePaths } from '../session/organization.tsx';
import { Listing } from '../shell/listing.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { inUnits } from '../time/duration.ts';
import { Moment } from '../time/moment.tsx';
import { AlertButtons } from './alert-buttons.tsx';
import { type AlertFilters, useAlerts } from './alert-queries.ts';
import { AlertOwner, AlertState } from './alert-state.tsx';
import { byUrgency, nameOf, oftenOf } from './alert-words.ts';

interface AlertListProps {
  readonly title: string;
  readonly filters: AlertFilters;
  /** What is said when there are none. */
  readonly empty: ReactNode;
}

/** Alerts of one status. Those that are still open come by how urgent they are, the others by when they began. */
export function AlertList({ title, filters, empty }: AlertListProps) {
  const may = useMay('admin');
  const to = usePaths();
  const alerts = useAlerts(filters);
  const { items, hasNextPage, isSearching } = alerts;
  const isOver = filters.status === 'resolved';
  return (
    <>
      {alerts.error !== null && <Failure error={alerts.error} onRetry={() => void alerts.refetch()} />}
      <Listing
        items={isOver ? items : items.toSorted(byUrgency)}
        trackBy="id"
        loading={alerts.isPending}
        loadingText="Loading alerts"
        header={
          <Header
            counter={items.length === 0 && hasNextPage ? '' : `(${items.length}${hasNextPage ? '+' : ''})`}
            actions={
              <Button iconName="refresh" ariaLabel={`Refresh: ${title}`} onClick={() => void alerts.refetch()} />
            }
          >
            {title}
          </Header>
        }
        // Nothing may be called missing that was not looked for.
        empty={<IfRead query={alerts}>{!hasNextPage && empty}</IfRead>}
        columnDefinitions={columns(to, { isOver, may })}
        {...(may && !isOver && { stickyColumns: { last: 1 } })}
        footer={
          hasNextPage && (
            <Button loading={isSearching} loadingText="Looking further" onClick={alerts.goOn}>
              Show more
            </Button>
          )
        }
      />
    </>
  );
}

interface Shown {
  readonly isOver: boolean;
  readonly may: boolean;
}

function columns(to: (path: string) => string, { isOver, may }: Shown): TableProps.ColumnDefinition<AlertSummary>[] {
  const name: TableProps.ColumnDefinition<AlertSummary> = {
    id: 'alert',
    header: 'Alert',
    isRowHeader: true,
    cell: (alert) => (
      <PageLink href={to(`alerts/${alert.id}`)}>
        <bdi className="one-line">{nameOf(alert)}</bdi>
      </PageLink>
    ),
  };
  return [
    name,
    { id: 'status', header: 'Status', minWidth: 140, cell: (alert) => <AlertState status={alert.status} /> },
    { id: 'owner', header: isOver ? 'How it ended' : 'Who has it', cell: (alert) => <AlertOwner alert={alert} /> },
    { id: 'since', header: isOver ? 'Began' : 'Since', cell: ({ firstAt }) => <Moment at={firstAt} ago /> },
    ...(isOver ? [{ id: 'lasted', header: 'Lasted', cell: lastedOf }] : []),
    { id: 'count', header: 'Seen', cell: (alert) => oftenOf(alert) },
    { id: 'priority', header: 'Priority', minWidth: 105, cell: ({ priority }) => <Priority value={priority} /> },
    {
      id: 'webhook',
      header: 'Webhook',
      cell: ({ webhookName }) => <bdi className="one-line short">{webhookName}</bdi>,
    },
    ...(may && !isOver
      ? [{ id: 'actions', header: 'Actions', cell: (alert: AlertSummary) => <AlertButtons alert={alert} isInRow /> }]
      : []),
  ];
}

/** From its first message to its end. */
export function lastedOf({ firstAt, resolved }: AlertSummary): string {
  return resolved === null ? '' : inUnits(Math.max(0, Date.parse(resolved.at) - Date.parse(firstAt)));
}
