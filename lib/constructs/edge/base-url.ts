import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  ViewerProtocolPolicy,
  type BehaviorOptions,
  type IOrigin,
} from 'aws-cdk-lib/aws-cloudfront';
import { VpcOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IApplicationLoadBalancer } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { Construct } from 'constructs';
import { ORIGIN_KEEPALIVE, ORIGIN_READ_TIMEOUT } from '../streaming/timeouts.ts';
import type { DashboardSite } from './dashboard-site.ts';
import type { RouterApi } from './router-api.ts';

/** What stands behind the one base URL. */
export interface BaseUrlProps {
  readonly api: RouterApi;
  readonly dashboard: DashboardSite;
  /** The door to the Live Stream service. @default streams go to the API, which answers that there is no service */
  readonly liveStream?: IApplicationLoadBalancer;
}

/**
 * CloudFront, which makes one base URL of the API, the Live Stream service and the dashboard.
 *
 * It has no custom error responses (they would turn the API's errors into pages) and no access log (paths hold
 * secrets).
 */
export class BaseUrl extends Construct {
  /** `https://<domain>`, without a trailing slash. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: BaseUrlProps) {
    super(scope, id);
    const api = passThrough(props.api.origin());
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'Notification router: one base URL',
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: props.dashboard.behavior(),
      additionalBehaviors: {
        '/n/*': api,
        // Pages that browsers subscribe on: the management function serves them.
        '/push/*': api,
        // The first pattern that matches decides: before /api/*.
        ...(props.liveStream !== undefined && { '/api/stream/*': streaming(props.liveStream) }),
        '/api/*': api,
      },
    });
    this.url = `https://${distribution.distributionDomainName}`;
  }
}

/**
 * No cache, every method, all of the request but the Host header, which would lead API Gateway astray. Plain HTTP is
 * refused rather than redirected: by then the secret in the path has been sent in the clear.
 */
const passThrough = (origin: IOrigin): BehaviorOptions => ({
  origin,
  allowedMethods: AllowedMethods.ALLOW_ALL,
  cachePolicy: CachePolicy.CACHING_DISABLED,
  originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
});

/** Events must leave as they come: uncompressed, and with silence allowed for longer than the keepalive comment takes. */
const streaming = (loadBalancer: IApplicationLoadBalancer): BehaviorOptions => ({
  ...passThrough(
    VpcOrigin.withApplicationLoadBalancer(loadBalancer, {
      // The load balancer has no certificate; the way to it is AWS's own. The default would call its port 443.
      protocolPolicy: OriginProtocolPolicy.HTTP_ONLY,
      readTimeout: ORIGIN_READ_TIMEOUT,
      keepaliveTimeout: ORIGIN_KEEPALIVE,
    }),
  ),
  compress: false,
});
