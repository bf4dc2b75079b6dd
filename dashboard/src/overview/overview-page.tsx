import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { Link, useSearchParams } from 'react-router';
import { useChannels } from '../channels/channel-queries.ts';
import { Failure } from '../feedback/failure.tsx';
import { useMay, usePaths } from '../session/organization.tsx';
import { PageButton } from '../shell/page-button.tsx';
import { Page } from '../shell/page.tsx';
import { useNow } from '../time/now.ts';
import { FailingChannels } from './failing-channels.tsx';
import { FigureTiles } from './figure-tiles.tsx';
import { LastChanges } from './last-changes.tsx';
import { RoutingPanel } from './map/routing-panel.tsx';
import { OpenAlerts } from './open-alerts.tsx';
import { OutcomeBars } from './outcome-bars.tsx';
import { ranges, toRange } from './range.ts';
import { SLOW_MS, useSomeWebhooks, useStats } from './stats-queries.ts';
import { UsagePanel } from './usage-panel.tsx';

const NO_MORE: readonly string[] = [];

/** How it goes: what is wrong now, figures, what fails, what goes where. */
export function OverviewPage() {
  const to = usePaths();
  const may = useMay('admin');
  const [search] = useSearchParams();
  const range = toRange(search.get('range'));
  const stats = useStats(range, 'none');
  const channels = useChannels(SLOW_MS);
  const webhooks = useSomeWebhooks(NO_MORE);
  const points = stats.data?.series[0]?.points;
  const named = [...(webhooks.data ?? []), ...(channels.data ?? [])];
  return (
    <Page title="Overview" description={<AsOf at={stats.data?.asOf} />} actions={<RangeLinks current={range.id} />}>
      {webhooks.data?.length === 0 && (
        <Alert header="Nothing is set up yet" action={may && <PageButton href={to('start')}>Start</PageButton>}>
          In three minutes you have a webhook, a first notification, and a place where it arrives.
        </Alert>
      )}
      {stats.error !== null && <Failure error={stats.error} onRetry={() => void stats.refetch()} />}
      <OpenAlerts />
      <FigureTiles range={range} stats={stats.data} />
      <div className="beside">
        <Container fitHeight header={<Header>Deliveries</Header>}>
          <OutcomeBars range={range} points={points ?? []} />
        </Container>
        <FailingChannels channels={channels} />
      </div>
      <RoutingPanel range={range} channels={channels.data} />
      <div className="beside">
        {may && <LastChanges names={new Map(named.map(({ id, name }) => [id, name]))} />}
        <UsagePanel />
      </div>
    </Page>
  );
}

function RangeLinks({ current }: { readonly current: string }) {
  return (
    <nav className="ranges" aria-label="Range of time">
      {ranges.map(({ id, label, words }) => (
        <Link
          key={id}
          to={`?range=${id}`}
          aria-label={`${label}: ${words}`}
          aria-current={id === current ? 'true' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

const LATE_MS = 180_000;
const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

/** Up to when everything is counted; it stands there before it is known, so that nothing moves. */
function AsOf({ at }: { readonly at: string | undefined }) {
  const now = useNow();
  if (at === undefined) return 'Counting …';
  const isLate = now - Date.parse(at) > LATE_MS;
  return isLate
    ? `Counted up to ${clock.format(new Date(at))}: newer messages are not in these figures yet.`
    : `Up to ${clock.format(new Date(at))}.`;
}
