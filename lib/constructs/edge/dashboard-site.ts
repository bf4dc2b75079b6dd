import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AllowedMethods,
  CachePolicy,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
  type BehaviorOptions,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { acknowledge, acknowledgeWildcard } from '../acknowledge.ts';
import { asInterface } from '../as-interface.ts';
import { dashboardFiles } from '#assets';
import { dashboardRoutesCode } from './dashboard-routes.ts';

/** Where Vite puts the files that it names by a hash of their content. */
const ASSETS = 'assets';

/** What the dashboard needs to know at synthesis. */
export interface DashboardSiteProps {
  /** Origins besides its own that the dashboard calls: those of the sign-in issuer. @default none */
  readonly connectTo?: readonly string[];
}

/** The dashboard's files in a private bucket, with the edge function that maps its routes to its one page. */
export class DashboardSite extends Construct {
  private readonly bucket: IBucket;
  private readonly routes: EdgeFunction;
  private readonly headers: ResponseHeadersPolicy;

  constructor(scope: Construct, id: string, props: DashboardSiteProps = {}) {
    super(scope, id);
    const folder = dashboardFiles();
    const bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      // The bucket only holds a copy; the next deployment brings it again.
      removalPolicy: RemovalPolicy.DESTROY,
      // CloudFormation cannot delete a bucket that is not empty.
      autoDeleteObjects: true,
    });
    acknowledgeEmptier(this);
    acknowledge(bucket, { 'AwsSolutions-S1': 'Holds a public web page, which CloudFront alone reads.' });
    this.bucket = asInterface(bucket);
    this.deploy(folder);
    this.routes = new EdgeFunction(this, 'Routes', {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(dashboardRoutesCode(readdirSync(folder).sort())),
    });
    this.headers = securityHeaders(this, props.connectTo ?? []);
  }

  /** Uploads the build to the bucket: the files that a page refers to arrive before the page. */
  private deploy(folder: string): void {
    const common = {
      destinationBucket: this.bucket,
      logGroup: new LogGroup(this, 'FilesLog', {
        retention: RetentionDays.ONE_MONTH,
        removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      }),
    };
    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      sources: [Source.asset(join(folder, ASSETS))],
      destinationKeyPrefix: ASSETS,
      // Their names hold a hash of their content.
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
      // Pages that stay open during a deployment go on asking for the parts of their own build.
      prune: false,
    });
    const files = new BucketDeployment(this, 'Files', {
      ...common,
      sources: [Source.asset(folder, { exclude: [ASSETS] })],
      exclude: [`${ASSETS}/*`],
      // Browsers and CloudFront ask again each time, so a deployment needs no invalidation.
      cacheControl: [CacheControl.noCache()],
    });
    files.node.addDependency(assets);
    acknowledgeUploader(files, this.bucket);
  }

  /** How CloudFront serves everything except sends, the management API and streams. */
  behavior(): BehaviorOptions {
    return {
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket),
      // The function answers all methods but GET and HEAD: CloudFront itself would answer with a page.
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: this.headers,
      functionAssociations: [{ function: this.routes, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
  }
}

/** Accepts the CDK's own function that empties the bucket as it is: it runs only when the bucket is removed. */
function acknowledgeEmptier(scope: Construct): void {
  const provider = Stack.of(scope).node.findChild('Custom::S3AutoDeleteObjectsCustomResourceProvider');
  const reason = 'The CDK wrote this function; it runs when the bucket of the dashboard is removed, and only on that.';
  const rules = [
    'AwsSolutions-L1',
    'AwsSolutions-IAM4[Policy::arn:${AWS::Partition}:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    'Serverless-LambdaDLQ',
    'Serverless-LambdaLatestVersion',
    'Serverless-LambdaTracing',
    'Serverless-LambdaDefaultMemorySize',
  ];
  acknowledge(provider, Object.fromEntries(rules.map((rule) => [rule, reason])));
}

/** Accepts the CDK's own function that uploads files as it is: only a deployment calls it. */
function acknowledgeUploader({ handlerRole }: BucketDeployment, bucket: IBucket): void {
  const { scope } = handlerRole.node;
  if (scope === undefined) return;
  const reason = 'The CDK wrote this function; it runs during deployments only, and only on files of the dashboard.';
  const assets = `cdk-${Stack.of(scope).synthesizer.bootstrapQualifier}-assets-<AWS::AccountId>-<AWS::Region>`;
  const actions = ['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject'];
  const rules = [
    'AwsSolutions-L1',
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${assets}/*]`,
    ...actions.map((action) => `AwsSolutions-IAM5[Action::s3:${action}*]`),
    'Serverless-LambdaDLQ',
    'Serverless-LambdaLatestVersion',
    'Serverless-LambdaTracing',
  ];
  acknowledge(scope, Object.fromEntries(rules.map((rule) => [rule, reason])));
  acknowledgeWildcard(handlerRole, bucket.arnForObjects('*'), reason);
}

/**
 * Headers that hold a browser to what the dashboard does: its own files, its own API, no frames, no inline script or
 * style.
 */
function securityHeaders(scope: Construct, connectTo: readonly string[]): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, 'Headers', {
    comment: 'Content security policy of the dashboard',
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(connectTo), override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
    },
  });
}

function contentSecurityPolicy(connectTo: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The style sheets of the design system hold pictures and fonts of their own.
    "img-src 'self' data:",
    "font-src 'self' data:",
    "manifest-src 'self'",
    ["connect-src 'self'", ...connectTo].join(' '),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
