import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import { useInfiniteQuery } from '@tanstack/react-query';
import { bodyOf } from '../api/client.ts';
import type { AuditEntry } from '../api/types.ts';
import { Empty } from '../feedback/empty.tsx';
import { Failure } from '../feedback/failure.tsx';
import { IfRead } from '../feedback/if-read.tsx';
import { useApi } from '../session/organization.tsx';
import { Listing } from '../shell/listing.tsx';
import { Page } from '../shell/page.tsx';
import { Moment } from '../time/moment.tsx';
import { actionOf, actorOf, targetNameOf } from './audit-words.ts';

const PAGE = 50;

/** Who changed what, newest first; more pages on demand. */
function useAudit() {
  const { client, organizationId } = useApi();
  return useInfiniteQuery({
    queryKey: [organizationId, 'audit'],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      bodyOf(
        client.GET('/api/v1/organizations/{organizationId}/audit', {
          params: { path: { organizationId }, query: { limit: PAGE, ...(pageParam !== '' && { cursor: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** The audit log. */
export function AuditPage() {
  const audit = useAudit();
  const items = audit.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page
      title="Audit log"
      description="Who changed what, when and from where. Kept for a year, without secrets."
      help="api#audit-log"
    >
      {audit.error !== null && <Failure error={audit.error} onRetry={() => void audit.refetch()} />}
      <Listing
        items={items}
        trackBy="id"
        wrapLines
        loading={audit.isPending}
        loadingText="Loading the audit log"
        header={<Header counter={`(${items.length}${audit.hasNextPage ? '+' : ''})`}>Changes</Header>}
        empty={
          <IfRead query={audit}>
            <Empty title="Nothing has changed yet">Every change to a setting appears here.</Empty>
          </IfRead>
        }
        columnDefinitions={[
          {
            id: 'action',
            header: 'Action',
            minWidth: 140,
            isRowHeader: true,
            cell: (entry) => <span title={entry.action}>{actionOf(entry)}</span>,
          },
          {
            id: 'who',
            header: 'Who',
            minWidth: 120,
            cell: (entry) => <span className="breakable">{actorOf(entry)}</span>,
          },
          { id: 'target', header: 'What', minWidth: 255, cell: (entry) => <Target entry={entry} /> },
          { id: 'at', header: 'When', minWidth: 165, cell: ({ at }) => <Moment at={at} /> },
          { id: 'ip', header: 'From', cell: ({ ip }) => ip ?? 'Inside' },
          { id: 'change', header: 'Change', minWidth: 130, cell: (entry) => <Change entry={entry} /> },
        ]}
        footer={
          audit.hasNextPage && (
            <Button loading={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>
              Show older changes
            </Button>
          )
        }
      />
    </Page>
  );
}

function Target({ entry }: { readonly entry: AuditEntry }) {
  const name = targetNameOf(entry);
  return (
    <>
      {name !== undefined && (
        <div>
          <bdi className="one-line">{name}</bdi>
        </div>
      )}
      <Box variant="code">
        <span className="breakable">{entry.target}</span>
      </Box>
    </>
  );
}

function Change({ entry }: { readonly entry: AuditEntry }) {
  const { before, after, reason } = entry;
  if (before === null && after === null) return reason ?? 'None';
  return (
    <ExpandableSection headerText={reason ?? 'Details'}>
      <pre className="code-block">{JSON.stringify({ before, after }, null, 2)}</pre>
    </ExpandableSection>
  );
}
