import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { tables } from '../../../core/storage/tables.ts';
import { StatefulTable } from './stateful-table.ts';

/** Organisations, webhooks, channels, links and tokens. Read once, strongly consistent, on every send. */
export class Directory extends StatefulTable {
  constructor(scope: Construct, id: string) {
    super(scope, id, tables.directory);
  }

  /** One item by its key: what a sender or a reader of a stream may cause. */
  grantLookUp(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem');
  }

  /** Look up channels; switch one off that is gone, note it in the audit log, and find those that are to be told. */
  grantDeliver(grantee: IGrantable): Grant {
    return this.allow(grantee, 'GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem');
  }

  /** Write down an address that must get no mail, as long as its organisation is there. */
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

  /** Everything an operator may do, transactions included. */
  grantManage(grantee: IGrantable): Grant {
    const reads = ['GetItem', 'BatchGetItem', 'Query'];
    return this.allow(grantee, ...reads, 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem');
  }
}
