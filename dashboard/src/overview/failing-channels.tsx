import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Channel } from '../api/types.ts';
import { byHealth, HealthStatus } from '../channels/channel-status.tsx';
import { KindIcon } from '../channels/kind-icon.tsx';
import { Empty } from '../feedback/empty.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { sentence } from '../feedback/sentence.ts';
import { usePaths } from '../session/organization.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Moment } from '../time/moment.tsx';

const MAX_SHOWN = 4;
const unwell: ReadonlySet<string> = new Set(['failing', 'degraded']);

/** Channels whose deliveries fail, or that the router switched off, with what was said last. */
export function FailingChannels({ channels }: { readonly channels: UseQueryResult<Channel[]> }) {
  const to = usePaths();
  const failing = (channels.data ?? [])
    .filter(({ disabledReason, health }) => disabledReason !== null || unwell.has(health.state))
    .toSorted(byHealth);
  return (
    <Container
      fitHeight
      header={
        <Header
          counter={channels.data && `(${failing.length})`}
          actions={<PageLink href={to('channels')}>All channels</PageLink>}
        >
          Failing channels
        </Header>
      }
    >
      <Loaded query={channels}>
        {() => (
          <>
            {failing.length === 0 && (
              <Empty title="All channels are well">What was to be delivered in the last 24 hours arrived.</Empty>
            )}
            <ul className="plain-list">
              {failing.slice(0, MAX_SHOWN).map((channel) => (
                <li key={channel.id}>
                  <FailingChannel channel={channel} />
                </li>
              ))}
            </ul>
            {failing.length > MAX_SHOWN && (
              <PageLink href={to('channels')}>{`${failing.length - MAX_SHOWN} more`}</PageLink>
            )}
          </>
        )}
      </Loaded>
    </Container>
  );
}

function FailingChannel({ channel }: { readonly channel: Channel }) {
  const to = usePaths();
  const { id, name, kind, health, disabledReason } = channel;
  const error = disabledReason ?? health.lastFailure?.error;
  return (
    <>
      <div className="line">
        <span className="route-name">
          <KindIcon kind={kind} />
          <PageLink href={to(`channels/${id}`)}>
            <bdi className="one-line">{name}</bdi>
          </PageLink>
        </span>
        <HealthStatus channel={channel} />
      </div>
      {error !== undefined && (
        <p className="last-error breakable">
          {sentence(error)}
          {health.lastFailure !== null && (
            <span className="quiet">
              {' · '}
              <Moment at={health.lastFailure.at} ago />
            </span>
          )}
        </p>
      )}
    </>
  );
}
