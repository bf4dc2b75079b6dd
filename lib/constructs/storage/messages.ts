import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { dueIndex, failedIndex, tables } from '../../../core/storage/tables.ts';
import { StatefulTable } from './stateful-table.ts';

/**
 * Stored notifications with the row of each delivery. The sparse indexes are sharded like the table: one hot index
 * partition would throttle the table.
 */
export class Messages extends StatefulTable {
  constructor(scope: Construct, id: string) {
    super(scope, id, tables.messages);
  }

  /** Store a notification, and park deliveries that could not be queued. */
  grantStore(grantee: IGrantable): Grant {
    return this.allow(grantee, 'BatchWriteItem');
  }

  /** Store a notification about the router itself, together with what it reports. */
  grantAnnounce(grantee: IGrantable): Grant {
    return this.allow(grantee, 'PutItem');
  }

  /** Read a notification, claim its delivery, record the outcome, and report a channel that is gone. */
  grantDeliver(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem');
  }

  /** Find what is due or was never queued, and clear its mark. */
  grantSweep(grantee: IGrantable): Grant {
    this.allowOnIndex(dueIndex, grantee, 'Query');
    return this.allow(grantee, 'Query', 'UpdateItem');
  }

  /**
   * Let a function follow every change. Lambda reads the stream with the function's own permissions.
   *
   * @returns the ARN of the stream
   */
  grantFollow(grantee: IGrantable): string {
    const { tableStreamArn } = this.table;
    if (tableStreamArn === undefined) throw new Error('The Messages table has no stream');
    this.allowOn(tableStreamArn, grantee, ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams']);
    return tableStreamArn;
  }

  /** List, read, replay and retry. */
  grantManage(grantee: IGrantable): Grant {
    this.allowOnIndex(failedIndex, grantee, 'Query');
    return this.allow(grantee, 'Query', 'BatchGetItem', 'UpdateItem');
  }
}
