import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Channel } from '../api/types.ts';
import { sentence } from '../feedback/sentence.ts';
import { inPercent } from '../overview/figures.ts';
import { inUnits } from '../time/duration.ts';
import { Moment } from '../time/moment.tsx';
import { HealthStatus } from './channel-status.tsx';

/** How a channel did over the last 24 hours, and what was wrong last. */
export function HealthPanel({ channel }: { readonly channel: Channel }) {
  const { successRate, p95Ms, lastDeliveredAt, lastFailure } = channel.health;
  return (
    <Container header={<Header description="Over the last 24 hours.">Health</Header>}>
      <SpaceBetween size="m">
        <KeyValuePairs
          columns={4}
          items={[
            { label: 'State', value: <HealthStatus channel={channel} /> },
            { label: 'Arrived', value: successRate === null ? 'Nothing yet' : inPercent(successRate) },
            { label: 'p95 to delivery', value: p95Ms === null ? 'None' : inUnits(p95Ms) },
            { label: 'Last delivery', value: lastDeliveredAt === null ? 'Never' : <Moment at={lastDeliveredAt} ago /> },
          ]}
        />
        {lastFailure !== null && (
          <div>
            <Box variant="awsui-key-label">
              Last failure, <Moment at={lastFailure.at} ago />
            </Box>
            <span className="breakable">{sentence(lastFailure.error)}</span>
          </div>
        )}
      </SpaceBetween>
    </Container>
  );
}
