import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge, acknowledgeWildcard } from '../acknowledge.ts';

/** Messages live for 30 days; a body outlives its row by a day, so that no row points at nothing. */
const BODY_LIFETIME = Duration.days(31);

/** How long an operator can bring back a body that was deleted or overwritten by mistake. */
const TAKE_BACK = Duration.days(7);

/** Request bodies too large for a table's row. */
export class Bodies extends Construct {
  private readonly bucket: Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [
        {
          expiration: BODY_LIFETIME,
          noncurrentVersionExpiration: TAKE_BACK,
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    acknowledge(this.bucket, {
      'AwsSolutions-S1': 'Only our functions read and write bodies, and they log what they do.',
    });
  }

  /** The physical name, for the environment of a function. */
  get bucketName(): string {
    return this.bucket.bucketName;
  }

  /** Store a body beside its message. */
  grantStore(grantee: IGrantable): Grant {
    return this.allow(grantee, 's3:PutObject');
  }

  /** Read a body by its key. */
  grantRead(grantee: IGrantable): Grant {
    return this.allow(grantee, 's3:GetObject');
  }

  /** Not the bucket's own grants: those also allow tags, retention and multipart uploads. */
  private allow(grantee: IGrantable, ...actions: string[]): Grant {
    const anyBody = this.bucket.arnForObjects('*');
    acknowledgeWildcard(grantee, anyBody, 'Keys hold ids of organisations and messages, which only exist later.');
    return Grant.addToPrincipal({ grantee, actions, resourceArns: [anyBody] });
  }
}
