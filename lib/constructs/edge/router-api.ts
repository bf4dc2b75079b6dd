import { Aws, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IOrigin } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { dialectNames } from '../../../core/notification/dialects/dialect-names.ts';
import { acknowledge } from '../acknowledge.ts';
import { countFailures } from './count-failures.ts';
import type { OriginSecret } from './origin-secret.ts';

/** The path holds a secret, so the log names the route and never the path. */
const ACCESS_LOG_FORMAT = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    routeKey: '$context.routeKey',
    status: '$context.status',
    integrationStatus: '$context.integrationStatus',
    responseLength: '$context.responseLength',
    responseLatency: '$context.responseLatency',
    integrationError: '$context.integrationErrorMessage',
  }),
);

/** The HTTP API behind CloudFront. Its routes are added once the functions exist, which need the API's public address. */
export class RouterApi extends Construct {
  private readonly api: HttpApi;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.api = new HttpApi(this, 'HttpApi', { createDefaultStage: false });
    acknowledge(this, {
      'AwsSolutions-APIG4':
        'The functions authenticate: a send by its secret address and key, operators by token, both only through CloudFront.',
    });
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    countFailures(accessLog);
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      // The limit of a new account. A lower one would refuse notifications of one sender because of another.
      throttle: { rateLimit: 10_000, burstLimit: 5_000 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: ACCESS_LOG_FORMAT,
      },
    });
  }

  /** Everything under `/n/`: the paths that exist, and 404 or 405 for all others. */
  routeSending(handler: IFunction): void {
    const integration = this.integrate('Sending', handler);
    this.api.addRoutes({ path: '/n/{publicId}', methods: [HttpMethod.POST], integration });
    this.api.addRoutes({ path: '/n/{publicId}/slack', methods: [HttpMethod.POST], integration });
    this.api.addRoutes({ path: '/n/{publicId}/ask', methods: [HttpMethod.POST], integration });
    // The function finds its way by the path; routes of their own name the product in the access log.
    for (const name of dialectNames) {
      this.api.addRoutes({ path: `/n/{publicId}/${name}`, methods: [HttpMethod.ANY], integration });
      this.api.addRoutes({ path: `/n/{publicId}/${name}/{proxy+}`, methods: [HttpMethod.ANY], integration });
    }
    this.api.addRoutes({ path: '/n/{proxy+}', methods: [HttpMethod.ANY], integration });
  }

  /** Everything under `/a/` and `/c/`: pages on which people answer, senders who wait, vendors who tell of presses. */
  routeAnswers(handler: IFunction): void {
    const integration = this.integrate('Answering', handler);
    this.api.addRoutes({ path: '/a/{proxy+}', methods: [HttpMethod.ANY], integration });
    this.api.addRoutes({ path: '/c/{proxy+}', methods: [HttpMethod.ANY], integration });
  }

  /** Everything under `/api/`, and every other path: the API's own 404 has another shape than ours. */
  routeManagement(handler: IFunction): void {
    const integration = this.integrate('Managing', handler);
    this.api.addRoutes({ path: '/api/{proxy+}', methods: [HttpMethod.ANY], integration });
    new HttpRoute(this, 'Otherwise', { httpApi: this.api, routeKey: HttpRouteKey.DEFAULT, integration });
    // Such a call comes from `<stage>/$default`, without a path: the permission for every route does not cover it.
    handler.addPermission('FromDefaultRoute', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: Stack.of(this).formatArn({
        service: 'execute-api',
        resource: this.api.apiId,
        resourceName: '*/$default',
      }),
    });
  }

  /** The API as CloudFront calls it: with the secret that identifies CloudFront. */
  origin(secret: OriginSecret): IOrigin {
    return new HttpOrigin(`${this.api.apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`, {
      readTimeout: Duration.seconds(30),
      customHeaders: { [secret.header]: secret.sent },
    });
  }

  private integrate(id: string, handler: IFunction): HttpLambdaIntegration {
    // One permission for the API instead of one per route: the function answers all of them anyway.
    return new HttpLambdaIntegration(id, handler, { scopePermissionToRoute: false });
  }
}
