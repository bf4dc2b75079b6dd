import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useQuery } from '@tanstack/react-query';
import { bodyOf } from '../api/client.ts';
import type { AuditEntry } from '../api/types.ts';
import { Empty } from '../feedback/empty.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { actionOf, actorOf, targetNameOf, targetPathOf } from '../organization/audit-words.ts';
import { useApi, usePaths } from '../session/organization.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Moment } from '../time/moment.tsx';

const SHOWN = 5;

/** The newest changes of settings: the first thing to look at when something behaves otherwise than yesterday. */
export function LastChanges({ names }: { readonly names: ReadonlyMap<string, string> }) {
  const to = usePaths();
  return (
    <Container
      fitHeight
      header={<Header actions={<PageLink href={to('audit')}>Audit log</PageLink>}>Recent changes</Header>}
    >
      <Loaded query={useLastChanges()}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty title="Nothing has changed yet">Each change of a setting appears here, with who made it.</Empty>
          ) : (
            <ul className="plain-list">
              {entries.map((entry) => (
                <li key={entry.id}>
                  <div className="line">
                    <span>
                      {actionOf(entry)} · <Target entry={entry} names={names} />
                    </span>
                    <span className="quiet">
                      <bdi>{actorOf(entry)}</bdi>, <Moment at={entry.at} ago />
                    </span>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Container>
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
    queryFn: async () => {
      const params = { path: { organizationId }, query: { limit: SHOWN } };
      return (await bodyOf(client.GET('/api/v1/organizations/{organizationId}/audit', { params }))).items;
    },
  });
}
