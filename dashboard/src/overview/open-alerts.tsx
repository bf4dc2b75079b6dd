import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useOpenAlerts } from '../alerts/alert-queries.ts';
import { AlertOwner, AlertState } from '../alerts/alert-state.tsx';
import { nameOf, oftenOf } from '../alerts/alert-words.ts';
import { usePaths } from '../session/organization.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Moment } from '../time/moment.tsx';

const MAX_SHOWN = 5;

/** What is wrong right now, the most urgent first. Takes no room while there is nothing. */
export function OpenAlerts() {
  const to = usePaths();
  const { items = [], isAll = true } = useOpenAlerts().data ?? {};
  if (items.length === 0) return null;
  return (
    <Container
      header={
        <Header
          counter={`(${items.length}${isAll ? '' : '+'})`}
          actions={<PageLink href={to('alerts')}>All alerts</PageLink>}
        >
          Open alerts
        </Header>
      }
    >
      <ul className="plain-list">
        {items.slice(0, MAX_SHOWN).map((alert) => (
          <li key={alert.id} className="line">
            <span>
              <AlertState status={alert.status} />{' '}
              <PageLink href={to(`alerts/${alert.id}`)}>
                <bdi className="one-line">{nameOf(alert)}</bdi>
              </PageLink>
            </span>
            <span className="quiet">
              <AlertOwner alert={alert} /> · {oftenOf(alert)} · <Moment at={alert.firstAt} ago />
            </span>
          </li>
        ))}
      </ul>
      {items.length > MAX_SHOWN && <PageLink href={to('alerts')}>{`${items.length - MAX_SHOWN} more`}</PageLink>}
    </Container>
  );
}
