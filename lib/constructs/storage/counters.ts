import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { tables } from '../../../core/storage/tables.ts';
import { StatefulTable } from './stateful-table.ts';

/** Counters with a limit, one item each, such as the notifications of an organisation in a month. */
export class Counters extends StatefulTable {
  constructor(scope: Construct, id: string) {
    super(scope, id, tables.counters);
  }

  /** Add one to a counter unless its limit is reached. */
  grantCount(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem', 'PutItem', 'UpdateItem');
  }

  /** Keep the health of channels and the pace of destinations, read along with each delivery. */
  grantDeliver(grantee: IGrantable): Grant {
    return this.allow(grantee, 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
  }

  /** Remember how far sweeps got, and count what was sent. */
  grantSweep(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem', 'PutItem', 'UpdateItem');
  }

  /** Count open streams, and release the counts of tasks that died. */
  grantLease(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
  }

  /** Forget a channel's health. */
  grantForget(grantee: IGrantable): Grant {
    return this.allow(grantee, 'DeleteItem');
  }

  /** Show usage, change a limit, forget a channel's health. */
  grantManage(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem');
  }
}
