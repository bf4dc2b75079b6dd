import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  TableV2,
  type GlobalSecondaryIndexPropsV2,
  type StreamViewType,
} from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IStream } from 'aws-cdk-lib/aws-kinesis';
import { Construct } from 'constructs';

/** Keys, indexes and stream of a table. Key attributes are strings. */
export interface StatefulTableProps {
  readonly partitionKey: string;
  /** @default none: one item per partition key */
  readonly sortKey?: string;
  /** @default none */
  readonly indexes?: readonly GlobalSecondaryIndexPropsV2[];
  /** @default no stream */
  readonly stream?: StreamViewType;
  /** Gets every change too. @default none */
  readonly kinesisStream?: IStream;
}

/** A string attribute used as a key. */
export const stringKey = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * An on-demand table that outlives its stack: kept on removal (but not when its very creation is taken back), protected from deletion, recoverable to any second of
 * the last 35 days. Rows expire by the attribute `expiresAt`; readers ignore expired rows, because DynamoDB is late.
 */
export abstract class StatefulTable extends Construct {
  protected readonly table: TableV2;

  constructor(scope: Construct, id: string, props: StatefulTableProps) {
    super(scope, id);
    this.table = new TableV2(this, 'Table', {
      partitionKey: stringKey(props.partitionKey),
      ...(props.sortKey !== undefined && { sortKey: stringKey(props.sortKey) }),
      ...(props.indexes !== undefined && { globalSecondaryIndexes: [...props.indexes] }),
      ...(props.stream !== undefined && { dynamoStream: props.stream }),
      ...(props.kinesisStream !== undefined && { kinesisStream: props.kinesisStream }),
      billing: Billing.onDemand(),
      timeToLiveAttribute: 'expiresAt',
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

  protected allowOn(resourceArn: string, grantee: IGrantable, actions: readonly string[]): Grant {
    return Grant.addToPrincipal({
      grantee,
      actions: actions.map((action) => `dynamodb:${action}`),
      resourceArns: [resourceArn],
    });
  }
}
