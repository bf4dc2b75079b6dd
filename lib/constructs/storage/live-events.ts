import { StreamViewType } from 'aws-cdk-lib/aws-dynamodb';
import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { StatefulTable } from './stateful-table.ts';

/** What readers of Live Stream channels get: 24 hours of events, followed through the table's stream. */
export class LiveEvents extends StatefulTable {
  constructor(scope: Construct, id: string) {
    super(scope, id, { partitionKey: 'channelId', sortKey: 'id', stream: StreamViewType.NEW_IMAGE });
  }

  /** Put notifications on streams. */
  grantPublish(grantee: IGrantable): Grant {
    return this.allow(grantee, 'PutItem', 'BatchWriteItem');
  }

  /** Put a control event on a stream: close it, change its format, test it. */
  grantControl(grantee: IGrantable): Grant {
    return this.allow(grantee, 'PutItem');
  }

  /** Follow the table's stream and replay events by key. `DescribeTable` tells the stream's ARN. */
  grantFollow(grantee: IGrantable): Grant {
    const { tableStreamArn } = this.table;
    if (tableStreamArn === undefined) throw new Error('The LiveEvents table has no stream');
    this.allowOn(tableStreamArn, grantee, ['DescribeStream', 'GetRecords', 'GetShardIterator']);
    return this.allow(grantee, 'DescribeTable', 'Query');
  }
}
