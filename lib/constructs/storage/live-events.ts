import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IStream } from 'aws-cdk-lib/aws-kinesis';
import type { Construct } from 'constructs';
import { tables } from '../../../core/storage/tables.ts';
import { acknowledgeWildcard } from '../acknowledge.ts';
import { StatefulTable } from './stateful-table.ts';

/** What readers of Live Stream channels get: 24 hours of events. Tasks follow one of the table's streams. */
export class LiveEvents extends StatefulTable {
  /** The stream that tasks follow instead of the table's own; undefined when they follow the table's own. */
  readonly kinesisStream: IStream | undefined;

  constructor(scope: Construct, id: string, props: { readonly kinesisStream?: IStream } = {}) {
    super(scope, id, { ...tables.liveEvents, ...props });
    this.kinesisStream = props.kinesisStream;
  }

  /** Put notifications on streams. */
  grantPublish(grantee: IGrantable): Grant {
    return this.allow(grantee, 'BatchWriteItem');
  }

  /** Put single events on a stream: close it, change its format, test it, report something about the router itself. */
  grantControl(grantee: IGrantable): Grant {
    return this.allow(grantee, 'PutItem');
  }

  /** Follow the stream and replay events by key. `DescribeTable` returns the ARN of the table's own stream. */
  grantFollow(grantee: IGrantable): Grant {
    if (this.kinesisStream !== undefined) {
      grantConsume(this.kinesisStream, grantee);
      return this.allow(grantee, 'Query');
    }
    const { tableStreamArn } = this.table;
    if (tableStreamArn === undefined) throw new Error('The LiveEvents table has no stream');
    this.allowOn(tableStreamArn, grantee, ['DescribeStream', 'GetRecords', 'GetShardIterator']);
    return this.allow(grantee, 'DescribeTable', 'Query');
  }
}

const ON_STREAM = ['ListShards', 'ListStreamConsumers', 'RegisterStreamConsumer'];
const ON_CONSUMER = ['DescribeStreamConsumer', 'DeregisterStreamConsumer', 'SubscribeToShard'];

/** Every task registers a consumer of its own, and removes those of tasks that died. */
function grantConsume({ streamArn }: IStream, grantee: IGrantable): void {
  const allow = (actions: readonly string[], resourceArn: string) =>
    Grant.addToPrincipal({
      grantee,
      actions: actions.map((action) => `kinesis:${action}`),
      resourceArns: [resourceArn],
    });
  allow(ON_STREAM, streamArn);
  const anyConsumer = `${streamArn}/consumer/*`;
  acknowledgeWildcard(grantee, anyConsumer, 'Each task registers a consumer of its own, under a name of its own.');
  allow(ON_CONSUMER, anyConsumer);
}
