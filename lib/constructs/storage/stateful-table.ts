import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  TableV2,
  type GlobalSecondaryIndexPropsV2,
  ProjectionType,
  StreamViewType,
} from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IStream } from 'aws-cdk-lib/aws-kinesis';
import { Construct } from 'constructs';
import { EXPIRY_ATTRIBUTE, type IndexShape, type TableShape } from '../../../core/storage/tables.ts';

/** What a table has besides its own shape. */
export interface StatefulTableProps extends TableShape {
  /** Also gets every change. @default none */
  readonly kinesisStream?: IStream;
}

const stringKey = (name: string) => ({ name, type: AttributeType.STRING });

const indexOf = ({ name, partitionKey, sortKey, projection }: IndexShape): GlobalSecondaryIndexPropsV2 => ({
  indexName: name,
  partitionKey: stringKey(partitionKey),
  sortKey: stringKey(sortKey),
  projectionType: ProjectionType[projection],
});

/**
 * An on-demand table that outlives its stack: it is kept on removal, but not when its own creation is rolled back. It
 * is protected from deletion, and recoverable to any second of the last 35 days.
 */
export abstract class StatefulTable extends Construct {
  protected readonly table: TableV2;

  constructor(scope: Construct, id: string, props: StatefulTableProps) {
    super(scope, id);
    this.table = new TableV2(this, 'Table', {
      partitionKey: stringKey(props.partitionKey),
      ...(props.sortKey !== undefined && { sortKey: stringKey(props.sortKey) }),
      ...(props.indexes !== undefined && { globalSecondaryIndexes: props.indexes.map(indexOf) }),
      ...(props.stream !== undefined && { dynamoStream: StreamViewType[props.stream] }),
      ...(props.kinesisStream !== undefined && { kinesisStream: props.kinesisStream }),
      billing: Billing.onDemand(),
      timeToLiveAttribute: EXPIRY_ATTRIBUTE,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }

  /** The physical name, for the environment of a function. */
  get tableName(): string {
    return this.table.tableName;
  }

  /** Allows exactly these actions (without the `dynamodb:` prefix) on the table itself. */
  protected allow(grantee: IGrantable, ...actions: readonly string[]): Grant {
    return this.allowOn(this.table.tableArn, grantee, actions);
  }

  /** The same on one of its indexes. */
  protected allowOnIndex({ name }: IndexShape, grantee: IGrantable, ...actions: readonly string[]): Grant {
    return this.allowOn(`${this.table.tableArn}/index/${name}`, grantee, actions);
  }

  protected allowOn(resourceArn: string, grantee: IGrantable, actions: readonly string[]): Grant {
    return Grant.addToPrincipal({
      grantee,
      actions: actions.map((action) => `dynamodb:${action}`),
      resourceArns: [resourceArn],
    });
  }
}
