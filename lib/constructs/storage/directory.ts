import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { tables } from '../../../core/storage/tables.ts';
import { StatefulTable } from './stateful-table.ts';

/** Organisations, webhooks, channels, links and tokens. Read once, strongly consistent, on every send. */
export class Directory extends StatefulTable {
  constructor(scope: Construct, id: string) {
    super(scope, id, tables.directory);
  }

  /** Look up one item by its key: all that a sender or a reader of a stream can trigger. */
  grantLookUp(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem');
  }

  /** Look up channels; switch off one that is gone, note that in the audit log, and find the channels to tell. */
  grantDeliver(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem');
  }

  /** Store an address that must get no mail, provided that its organisation still exists. */
  grantSuppress(grantee: IGrantable): Grant {
    return this.allow(grantee, 'PutItem', 'ConditionCheckItem');
  }

  /** Note something in the audit log. */
  grantNote(grantee: IGrantable): Grant {
    return this.allow(grantee, 'PutItem');
  }

  /** Page through the organisations. */
  grantEnumerate(grantee: IGrantable): Grant {
    return this.allow(grantee, 'Query');
  }

  /** Make, change and delete webhooks and channels, transactions included. */
  grantDeclare(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem');
  }

  /** Everything an operator may do, transactions included. */
  grantManage(grantee: IGrantable): Grant {
    const reads = ['GetItem', 'BatchGetItem', 'Query'];
    return this.allow(grantee, ...reads, 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem');
  }
}
