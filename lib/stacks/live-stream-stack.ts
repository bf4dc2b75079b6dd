import { Fn, Stack, type StackProps } from 'aws-cdk-lib';
import type { IApplicationLoadBalancer } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import type { Construct } from 'constructs';
import type { Settings } from '../config/settings.ts';
import { StreamDoor } from '../constructs/streaming/stream-door.ts';
import { StreamMonitoring } from '../constructs/streaming/stream-monitoring.ts';
import { StreamNetwork } from '../constructs/streaming/stream-network.ts';
import { CONTAINER_PORT, StreamService } from '../constructs/streaming/stream-service.ts';
import type { Storage } from '../constructs/storage/storage.ts';

/** What the Live Stream stack takes from the others. */
export interface LiveStreamStackProps extends StackProps {
  readonly storage: Storage;
  readonly settings: Settings;
}

/** The Live Stream service: the only part that costs money while nothing happens, so it can be left out. */
export class LiveStreamStack extends Stack {
  /** Where CloudFront sends readers of streams. */
  readonly loadBalancer: IApplicationLoadBalancer;

  constructor(scope: Construct, id: string, props: LiveStreamStackProps) {
    super(scope, id, { ...props, description: 'Notification router: Live Stream service' });
    const network = new StreamNetwork(this, 'Network', {
      containerPort: CONTAINER_PORT,
      zoneIds: props.settings.STREAM_ZONES,
    });
    const { service } = new StreamService(this, 'Streaming', { ...props, network });
    const door = new StreamDoor(this, 'Door', {
      network,
      service,
      containerPort: CONTAINER_PORT,
      monitoring: {
        kind: 'alarm',
        severity: 'critical',
        harm: 'Nobody can read a stream, and open ones have ended.',
        runbook: 'Streams are down',
      },
      refused: {
        kind: 'alarm',
        severity: 'critical',
        harm: 'The tasks are well, and refuse to open streams.',
        runbook: 'Streams are down',
      },
    });
    new StreamMonitoring(this, 'Monitoring', {
      service,
      settings: props.settings,
      monitoring: {
        kind: 'alarm',
        severity: 'major',
        harm: 'Events reach the readers of streams seconds late.',
        runbook: 'Live events are late',
      },
    });
    this.loadBalancer = door.loadBalancer;
  }

  /** The first two, unless the settings name others. For a known account the CDK would look zones up at synthesis. */
  override get availabilityZones(): string[] {
    return [0, 1].map((index) => Fn.select(index, Fn.getAzs()));
  }
}
