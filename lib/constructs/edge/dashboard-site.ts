import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RemovalPolicy } from 'aws-cdk-lib';
import {
  CachePolicy,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  ViewerProtocolPolicy,
  type BehaviorOptions,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { asInterface } from '../as-interface.ts';
import { dashboardRoutesCode } from './dashboard-routes.ts';

const SITE_FOLDER = join(import.meta.dirname, '../../../dashboard/public');

/** The dashboard's files in a private bucket, with the edge function that maps its routes to its one page. */
export class DashboardSite extends Construct {
  private readonly bucket: IBucket;
  private readonly routes: EdgeFunction;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      // Holds nothing but a copy of what the next deployment brings again.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.bucket = asInterface(bucket);
    new BucketDeployment(this, 'Files', {
      sources: [Source.asset(SITE_FOLDER)],
      destinationBucket: this.bucket,
      // With the files goes the obstacle to removing the bucket.
      retainOnDelete: false,
      // Browsers and CloudFront ask again each time, so a deployment needs no invalidation.
      cacheControl: [CacheControl.noCache()],
      logGroup: new LogGroup(this, 'FilesLog', { retention: RetentionDays.ONE_MONTH }),
    });
    this.routes = new EdgeFunction(this, 'Routes', {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(dashboardRoutesCode(readdirSync(SITE_FOLDER).sort())),
    });
  }

  /** How CloudFront serves everything that is neither sending, managing nor streaming. */
  behavior(): BehaviorOptions {
    return {
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket),
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [{ function: this.routes, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
  }
}
