import { Duration } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
  type BehaviorOptions,
  type IOrigin,
} from 'aws-cdk-lib/aws-cloudfront';
import { VpcOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IApplicationLoadBalancer } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { Construct } from 'constructs';
import type { Settings } from '../../config/settings.ts';
import { DATA_SET_HEADER } from '../../../core/storage/data-set.ts';
import { acknowledge } from '../acknowledge.ts';
import { dataSet, type Storage } from '../storage/storage.ts';
import { ORIGIN_KEEPALIVE, ORIGIN_READ_TIMEOUT } from '../streaming/timeouts.ts';
import { bodyLimitCode } from './body-limit.ts';
import type { DashboardSite } from './dashboard-site.ts';
import type { OriginSecret } from './origin-secret.ts';
import type { RouterApi } from './router-api.ts';

/** What stands behind the one base URL. */
export interface BaseUrlProps {
  readonly api: RouterApi;
  readonly dashboard: DashboardSite;
  /** The load balancer of the Live Stream service. @default streams go to the API, which answers that there is none */
  readonly liveStream?: IApplicationLoadBalancer;
  /** Proves to the API that a request came this way. */
  readonly originSecret: OriginSecret;
  readonly settings: Settings;
  /** Where sends store the events that streams bring. */
  readonly storage: Storage;
  /** ARN of the web ACL that looks at requests first. @default none */
  readonly webAclArn?: string;
}

/**
 * CloudFront, which puts the API, the Live Stream service and the dashboard behind one base URL.
 *
 * It has no error pages (they would take the place of the API's answers) and no access log (paths hold secrets).
 */
export class BaseUrl extends Construct {
  /** `https://<domain>`, without a trailing slash. */
  readonly url: string;
  /** The name that the router's own domain must be an alias of. */
  readonly domainName: string;

  constructor(scope: Construct, id: string, props: BaseUrlProps) {
    super(scope, id);
    const headers = apiHeaders(this);
    const api = {
      ...passThrough(props.api.origin(props.originSecret)),
      responseHeadersPolicy: headers,
      functionAssociations: [
        { function: bodyLimit(this, props.settings), eventType: FunctionEventType.VIEWER_REQUEST },
      ],
    };
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'Notification router: one base URL',
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...ownDomain(this, props.settings),
      ...(props.webAclArn !== undefined && { webAclId: props.webAclArn }),
      defaultBehavior: props.dashboard.behavior(),
      errorResponses: KEPT_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      additionalBehaviors: {
        '/n/*': api,
        // Pages on which people answer, and senders who wait for an answer.
        '/a/*': api,
        // Vendors who tell of presses of buttons.
        '/c/*': api,
        // Pages that browsers subscribe on: the management function serves them.
        '/push/*': api,
        // The first pattern that matches decides, so this comes before /api/*.
        ...(props.liveStream !== undefined && {
          '/api/stream/*': { ...streaming(this, props.liveStream, props.storage), responseHeadersPolicy: headers },
        }),
        '/api/*': api,
      },
    });
    this.url = `https://${props.settings.DOMAIN_NAME ?? distribution.distributionDomainName}`;
    this.domainName = distribution.distributionDomainName;
    acknowledge(distribution, FINDINGS);
  }
}

/**
 * The errors that CloudFront caches for ten seconds by default, by the path alone: one person's 503 would answer
 * everybody, and a 404 would hide a new item. It caches other errors only if the origin sends `max-age`; none does.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
 */
const KEPT_ERRORS = [404, 414, 500, 501, 502, 503, 504] as const;

const FINDINGS = {
  'AwsSolutions-CFR1': 'Senders and readers may be anywhere; who wants a geographic limit adds it to the web ACL.',
  'AwsSolutions-CFR2':
    'The firewall is a setting (WAF_RATE_LIMIT), because it costs $6 a month and more with each request.',
  'AwsSolutions-CFR3': 'Access logs hold paths, and paths hold the secret addresses of webhooks and streams.',
  'AwsSolutions-CFR4':
    'Applies without a domain of its own only: the certificate of cloudfront.net comes with its own protocol policy.',
};

/** The router's own domain: TLS 1.2 and newer, with the certificate that the operator made for it. */
const ownDomain = (scope: Construct, { DOMAIN_NAME, CERTIFICATE_ARN }: Settings) =>
  DOMAIN_NAME !== undefined &&
  CERTIFICATE_ARN !== undefined && {
    domainNames: [DOMAIN_NAME],
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', CERTIFICATE_ARN),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
  };

const bodyLimit = (scope: Construct, { WEBHOOK_MAX_BODY_BYTES }: Settings): EdgeFunction =>
  new EdgeFunction(scope, 'BodyLimit', {
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(bodyLimitCode(WEBHOOK_MAX_BODY_BYTES)),
  });

/**
 * The headers that every answer of the API carries for browsers; a header that a function sets itself stays. There is
 * no CORS header anywhere (specification 4.1.5), except those that the stream service sets itself.
 */
const apiHeaders = (scope: Construct): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'ApiHeaders', {
    comment: 'Security headers of the API',
    securityHeadersBehavior: {
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: false },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: false },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
    },
  });

/**
 * No cache, every method, and the whole request except the Host header, which would lead API Gateway astray. Plain HTTP
 * is refused rather than redirected: by then the secret in the path has been sent in the clear.
 */
const passThrough = (origin: IOrigin): BehaviorOptions => ({
  origin,
  allowedMethods: AllowedMethods.ALLOW_ALL,
  cachePolicy: CachePolicy.CACHING_DISABLED,
  originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
});

/** Events leave as they come: uncompressed, and silence may last longer than the gap between keepalive comments. */
const streaming = (scope: Construct, loadBalancer: IApplicationLoadBalancer, storage: Storage): BehaviorOptions => ({
  ...passThrough(
    VpcOrigin.withApplicationLoadBalancer(loadBalancer, {
      // The load balancer has no certificate; only AWS's own network leads to it. The default would call its port 443.
      protocolPolicy: OriginProtocolPolicy.HTTP_ONLY,
      readTimeout: ORIGIN_READ_TIMEOUT,
      keepaliveTimeout: ORIGIN_KEEPALIVE,
      // The stream stack may still use the tables from before a restore: it compares, and refuses.
      customHeaders: { [DATA_SET_HEADER]: dataSet(storage) },
    }),
  ),
  // The load balancer takes any Host header, so CloudFront can pass on the viewer's address as it saw it.
  originRequestPolicy: new OriginRequestPolicy(scope, 'StreamRequests', {
    comment: 'All of the request, and the address of the viewer',
    headerBehavior: OriginRequestHeaderBehavior.all('CloudFront-Viewer-Address'),
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
  }),
  compress: false,
});
