import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { Stream, StreamEncryption, StreamMode } from 'aws-cdk-lib/aws-kinesis';
import type { Construct } from 'constructs';
import { People } from '../constructs/sign-in/people.ts';
import { Alerts } from '../constructs/storage/alerts.ts';
import { Asks } from '../constructs/storage/asks.ts';
import { Bodies } from '../constructs/storage/bodies.ts';
import { Counters } from '../constructs/storage/counters.ts';
import { Directory } from '../constructs/storage/directory.ts';
import { Figures } from '../constructs/storage/figures.ts';
import { LiveEvents } from '../constructs/storage/live-events.ts';
import { Messages } from '../constructs/storage/messages.ts';
import { SecretsKey } from '../constructs/storage/secrets-key.ts';
import type { Storage } from '../constructs/storage/storage.ts';

/** What is stored depends on a few settings. */
interface DataStackProps extends StackProps {
  /** Whether people sign in at a user pool of the stack's own. */
  readonly hasOwnPeople: boolean;
  /** Whether live events go to a Kinesis data stream too. */
  readonly hasKinesis: boolean;
}

/** All that must outlive an upgrade, and nothing else. Its construct ids are a contract: a new id means a new table. */
export class DataStack extends Stack implements Storage {
  readonly directory: Directory;
  readonly messages: Messages;
  readonly liveEvents: LiveEvents;
  readonly counters: Counters;
  readonly alerts: Alerts;
  readonly asks: Asks;
  readonly figures: Figures;
  readonly bodies: Bodies;
  readonly secretsKey: SecretsKey;

  /** Who may sign in; absent if another issuer decides. */
  readonly people?: People;

  constructor(scope: Construct, id: string, { hasOwnPeople, hasKinesis, ...props }: DataStackProps) {
    super(scope, id, { ...props, description: 'Notification router: stored data', terminationProtection: true });
    this.directory = new Directory(this, 'Directory');
    this.messages = new Messages(this, 'Messages');
    this.liveEvents = new LiveEvents(this, 'LiveEvents', hasKinesis ? { kinesisStream: this.liveEventsStream() } : {});
    this.counters = new Counters(this, 'Counters');
    this.alerts = new Alerts(this, 'Alerts');
    this.asks = new Asks(this, 'Asks');
    this.figures = new Figures(this, 'Figures');
    this.bodies = new Bodies(this, 'Bodies');
    if (hasOwnPeople) this.people = new People(this, 'People');
    this.secretsKey = new SecretsKey(this, 'SecretsKey');
  }

  private liveEventsStream(): Stream {
    return new Stream(this, 'LiveEventsStream', {
      streamMode: StreamMode.ON_DEMAND,
      encryption: StreamEncryption.MANAGED,
      retentionPeriod: Duration.hours(24),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}
