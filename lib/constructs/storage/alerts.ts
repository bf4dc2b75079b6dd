import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { alertDueIndex, alertListIndex, tables } from '../../../core/storage/tables.ts';
import { StatefulTable } from './stateful-table.ts';

/**
 * What several messages say of one thing: the newest alert of each key, earlier ones, which messages belong to them, and
 * what channels are shown. None of the indexes' keys changes with a message, so that an update costs one write unit.
 */
export class Alerts extends StatefulTable {
  constructor(scope: Construct, id: string) {
    super(scope, id, tables.alerts);
  }

  /** Bring a message to its alert, and note that it belongs there. */
  grantAnnounce(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem', 'PutItem', 'UpdateItem', 'BatchWriteItem');
  }

  /** See how an alert stands, and note what a channel was shown of it. */
  grantDeliver(grantee: IGrantable): Grant {
    return this.allow(grantee, 'BatchGetItem', 'UpdateItem');
  }

  /** Find what is due. */
  grantSweep(grantee: IGrantable): Grant {
    this.allowOnIndex(alertDueIndex, grantee, 'Query');
    return this.allow(grantee, 'GetItem');
  }

  /** Change what has fallen due, and note what tells of it. */
  grantTime(grantee: IGrantable): Grant {
    this.allowOnIndex(alertListIndex, grantee, 'Query');
    return this.allow(grantee, 'GetItem', 'UpdateItem', 'BatchWriteItem');
  }

  /** List, read, acknowledge and resolve. */
  grantManage(grantee: IGrantable): Grant {
    this.allowOnIndex(alertListIndex, grantee, 'Query');
    return this.allow(grantee, 'GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'BatchWriteItem');
  }
}
