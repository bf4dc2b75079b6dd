import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { askDueIndex, askListIndex, tables } from '../../../core/storage/tables.ts';
import { StatefulTable } from './stateful-table.ts';

/** What senders ask of people, and how it ended. A table of its own: what serves answers to the world reaches no other. */
export class Asks extends StatefulTable {
  constructor(scope: Construct, id: string) {
    super(scope, id, tables.asks);
  }

  /** Store an ask, and find it when it is sent again. */
  grantOpen(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem', 'PutItem');
  }

  /** See how an ask stands: a channel is led to its page while it is open. */
  grantRead(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem');
  }

  /** Read an ask, and end it. */
  grantEnd(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem', 'UpdateItem');
  }

  /** Find asks that are due. */
  grantSweep(grantee: IGrantable): Grant {
    this.allowOnIndex(askDueIndex, grantee, 'Query');
    return this.allow(grantee, 'GetItem');
  }

  /** Keep what presses in channels are checked by. */
  grantGuard(grantee: IGrantable): Grant {
    return this.allow(grantee, 'PutItem', 'DeleteItem');
  }

  /** List, read and answer; keep what presses in channels are checked by. */
  grantManage(grantee: IGrantable): Grant {
    this.allowOnIndex(askListIndex, grantee, 'Query');
    this.grantGuard(grantee);
    return this.grantEnd(grantee);
  }
}
