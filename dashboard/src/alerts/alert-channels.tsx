import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { Alert } from '../api/types.ts';
import { KindIcon } from '../channels/kind-icon.tsx';
import { Empty } from '../feedback/empty.tsx';
import { usePaths } from '../session/organization.tsx';
import { PageLink } from '../shell/page-link.tsx';

type Shown = Alert['channels'][number];

const looks: Readonly<Record<Shown['state'], readonly [StatusIndicatorProps.Type, string]>> = {
  shown: ['success', 'Up to date'],
  pending: ['pending', 'Pending'],
  failed: ['error', 'Failed'],
};

/** The channels that show an alert, and whether they show how it stands now. */
export function AlertChannels({ channels }: { readonly channels: readonly Shown[] }) {
  const to = usePaths();
  return (
    <Container fitHeight header={<Header counter={`(${channels.length})`}>Where it is shown</Header>}>
      {channels.length === 0 && (
        <Empty title="In no channel">No message of this alert matched the filter of a channel.</Empty>
      )}
      <ul className="plain-list">
        {channels.map(({ channelId, channelName, kind, state }) => {
          const [type, text] = looks[state];
          return (
            <li key={channelId} className="line">
              <span className="route-name">
                <KindIcon kind={kind} />
                <PageLink href={to(`channels/${channelId}`)}>
                  <bdi className="one-line">{channelName}</bdi>
                </PageLink>
              </span>
              <StatusIndicator type={type}>{text}</StatusIndicator>
            </li>
          );
        })}
      </ul>
    </Container>
  );
}
