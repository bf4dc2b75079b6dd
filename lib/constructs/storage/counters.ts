import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { tables } from '../../../core/storage/tables.ts';
import { StatefulTable } from './stateful-table.ts';

/** Counters with a limit, one item each, such as the notifications of an organisation in a month. */
export class Counters extends StatefulTable {
  constructor(scope: Construct, id: string) {
    super(scope, id, tables.counters);
  }

  /** Count one up unless the limit is reached. */
  grantCount(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem', 'PutItem', 'UpdateItem');
  }

  /** Keep the health of channels and the pace of destinations, read along with each delivery. */
  grantDeliver(grantee: IGrantable): Grant {
    return this.allow(grantee, 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
  }

  /** Remember how far sweeps came, and count what was sent. */
  grantSweep(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem', 'PutItem', 'UpdateItem');
  }

  /** Count open streams, and release the counts of tasks that died. */
  grantLease(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
  }

  /** Show what is used, change a limit, forget what is known of a channel's health. */
  grantManage(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem');
  }
}
