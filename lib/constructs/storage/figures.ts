import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { tables } from '../../../core/storage/tables.ts';
import { StatefulTable } from './stateful-table.ts';

/** What happened in each 5 minutes, hour and day, counted from the stream of the Messages table. */
export class Figures extends StatefulTable {
  constructor(scope: Construct, id: string) {
    super(scope, id, tables.figures);
  }

  /** Add to what was counted. */
  grantCount(grantee: IGrantable): Grant {
    return this.allow(grantee, 'BatchGetItem', 'PutItem');
  }

  /** Look at what was counted. */
  grantRead(grantee: IGrantable): Grant {
    return this.allow(grantee, 'Query');
  }

  /** Show what was counted, and remove it with its organisation. */
  grantManage(grantee: IGrantable): Grant {
    return this.allow(grantee, 'Query', 'BatchWriteItem');
  }
}
