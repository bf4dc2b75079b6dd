import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useState } from 'react';
import type { Channel } from '../../api/types.ts';
import { Empty } from '../../feedback/empty.tsx';
import { Failure } from '../../feedback/failure.tsx';
import { Loading } from '../../feedback/loaded.tsx';
import { useIsPhone } from '../../shell/is-phone.ts';
import type { Range } from '../range.ts';
import { useSomeWebhooks, useStats } from '../stats-queries.ts';
import { busiestOf, type RoutingMap, routingMap } from './routing.ts';
import { RoutingList } from './routing-list.tsx';
import { RoutingPicture } from './routing-picture.tsx';

interface RoutingPanelProps {
  readonly range: Range;
  /** `undefined`: on their way. */
  readonly channels: readonly Channel[] | undefined;
}

/** What goes where, and how well it arrives: as a picture, or as a list. */
export function RoutingPanel({ range, channels }: RoutingPanelProps) {
  const isPhone = useIsPhone();
  const [isList, setList] = useState(isPhone);
  const byWebhook = useStats(range, 'webhook');
  const byChannel = useStats(range, 'channel');
  const webhooks = useSomeWebhooks(byWebhook.data === undefined ? [] : busiestOf(byWebhook.data.series));
  const error = byWebhook.error ?? byChannel.error ?? webhooks.error;
  const map =
    byWebhook.data && byChannel.data && webhooks.data && channels
      ? routingMap({
          byWebhook: byWebhook.data.series,
          byChannel: byChannel.data.series,
          webhooks: webhooks.data,
          channels,
        })
      : undefined;
  return (
    <Container
      header={
        <Header
          description={`Deliveries of ${range.words}: width is volume, colour is how many arrived. Where webhooks share channels, widths are estimates.`}
          actions={<Button onClick={() => setList(!isList)}>{isList ? 'Show as a map' : 'Show as a list'}</Button>}
        >
          What goes where
        </Header>
      }
    >
      <div className="map-place">
        {error !== null && <Failure error={error} />}
        {map === undefined ? error === null && <Loading /> : <Content map={map} isList={isList} />}
      </div>
    </Container>
  );
}

function Content({ map, isList }: { readonly map: RoutingMap; readonly isList: boolean }) {
  if (map.webhooks.length === 0) {
    return <Empty title="No webhooks yet">Each webhook appears here with the channels it delivers to.</Empty>;
  }
  return isList ? <RoutingList map={map} /> : <RoutingPicture map={map} />;
}
