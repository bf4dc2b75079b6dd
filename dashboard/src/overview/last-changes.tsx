import Header from '@cloudscape-design/components/header';
import Table from '@cloudscape-design/components/table';
import { useQuery } from '@tanstack/react-query';
import { bodyOf } from '../api/client.ts';
import type { AuditEntry } from '../api/types.ts';
import { Empty } from '../feedback/empty.tsx';
import { Failure } from '../feedback/failure.tsx';
import { actionOf, actorOf, targetNameOf, targetPathOf } from '../organization/audit-words.ts';
import { useApi, usePaths } from '../session/organization.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Moment } from '../time/moment.tsx';

const SHOWN = 5;
const REFRESH_MS = 15_000;

/** The newest changes of settings: the first thing to look at when something behaves otherwise than yesterday. */
export function LastChanges({ names }: { readonly names: ReadonlyMap<string, string> }) {
  const to = usePaths();
  const changes = useLastChanges();
  return (
    <Table
      items={changes.data ?? []}
      trackBy="id"
      loading={changes.isPending}
      loadingText="Loading recent changes"
      header={<Header actions={<PageLink href={to('audit')}>Audit log</PageLink>}>Recent changes</Header>}
      empty={
        changes.error === null ? (
          <Empty title="Nothing has changed yet">Each change of a setting appears here, with who made it.</Empty>
        ) : (
          <Failure error={changes.error} onRetry={() => void changes.refetch()} />
        )
      }
      columnDefinitions={[
        { id: 'action', header: 'Change', isRowHeader: true, cell: actionOf },
        { id: 'target', header: 'Of', cell: (entry) => <Target entry={entry} names={names} /> },
        { id: 'who', header: 'By', cell: (entry) => <bdi className="one-line short">{actorOf(entry)}</bdi> },
        { id: 'at', header: 'When', cell: ({ at }) => <Moment at={at} ago /> },
      ]}
    />
  );
}

interface TargetProps {
  readonly entry: AuditEntry;
  /** What webhooks and channels are called, by id. */
  readonly names: ReadonlyMap<string, string>;
}

function Target({ entry, names }: TargetProps) {
  const to = usePaths();
  const path = targetPathOf(entry);
  const name = <bdi className="one-line">{names.get(entry.target) ?? targetNameOf(entry) ?? entry.target}</bdi>;
  return path === undefined ? name : <PageLink href={to(path)}>{name}</PageLink>;
}

function useLastChanges() {
  const { client, organizationId } = useApi();
  return useQuery({
    queryKey: [organizationId, 'audit', 'latest'],
    refetchInterval: REFRESH_MS,
    queryFn: async () => {
      const params = { path: { organizationId }, query: { limit: SHOWN } };
      return (await bodyOf(client.GET('/api/v1/organizations/{organizationId}/audit', { params }))).items;
    },
  });
}
