import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { dashboardRoutesCode } from '../../lib/constructs/edge/dashboard-routes.ts';
import { propertiesOf, resourcesOfType, synthesize } from './synthesize.ts';

interface Behavior {
  readonly PathPattern: string;
  readonly ViewerProtocolPolicy: string;
  readonly Compress: boolean;
  readonly CachePolicyId: string;
}

const distributionOf = (router: ReturnType<typeof synthesize>['router']) => {
  const { DistributionConfig } = Object(propertiesOf(router, 'AWS::CloudFront::Distribution'));
  const behaviors: Behavior[] = DistributionConfig.CacheBehaviors;
  return { config: DistributionConfig, behaviors };
};

describe('one base URL', () => {
  const { router } = synthesize();
  const { config, behaviors } = distributionOf(router);

  it('tries streams before the rest of the API, because the first match decides', () => {
    expect(behaviors.map(({ PathPattern }) => PathPattern)).toEqual(['/n/*', '/push/*', '/api/stream/*', '/api/*']);
  });

  it('refuses plain HTTP wherever a path or header holds a secret', () => {
    expect(behaviors.map(({ ViewerProtocolPolicy }) => ViewerProtocolPolicy)).toEqual(Array(4).fill('https-only'));
  });

  it('caches nothing of the API and compresses no stream', () => {
    const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';

    expect(behaviors.map(({ CachePolicyId }) => CachePolicyId)).toEqual(Array(4).fill(cachingDisabled));
    expect(behaviors.find(({ PathPattern }) => PathPattern === '/api/stream/*')?.Compress).toBe(false);
  });

  it('holds browsers to files of the dashboard and to its API, without inline script or style', () => {
    const { ResponseHeadersPolicyConfig } = Object(propertiesOf(router, 'AWS::CloudFront::ResponseHeadersPolicy'));
    const policy = JSON.stringify(ResponseHeadersPolicyConfig.SecurityHeadersConfig.ContentSecurityPolicy);

    expect(config.DefaultCacheBehavior).toHaveProperty('ResponseHeadersPolicyId');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toContain('unsafe');
  });

  it('lets browsers keep files named by their content, asks anew for the page, and brings it last', () => {
    const deployments = resourcesOfType(router, 'Custom::CDKBucketDeployment');
    const [assetsId, assets] = deployments.find(([, it]) => it.Properties['DestinationBucketKeyPrefix'] === 'assets')!;
    const [, page] = deployments.find(([, it]) => it.Properties['DestinationBucketKeyPrefix'] === undefined)!;

    expect(assets.Properties['SystemMetadata']).toEqual({ 'cache-control': 'public, max-age=31536000, immutable' });
    expect(assets.Properties['Prune']).toBe(false);
    expect(page.Properties).toMatchObject({
      SystemMetadata: { 'cache-control': 'no-cache' },
      Exclude: ['assets/*'],
      Prune: true,
    });
    expect(JSON.stringify(page)).toContain(assetsId);
  });

  it('leaves errors as they are', () => {
    expect(config).not.toHaveProperty('CustomErrorResponses');
  });

  it('serves every path of the API, with routes of our own for what does not exist', () => {
    const routes = resourcesOfType(router, 'AWS::ApiGatewayV2::Route').map(([, it]) => it.Properties['RouteKey']);

    expect(routes).toEqual([
      'POST /n/{publicId}',
      'POST /n/{publicId}/slack',
      'ANY /n/{proxy+}',
      'ANY /api/{proxy+}',
      '$default',
    ]);
    expect(propertiesOf(router, 'AWS::ApiGatewayV2::Stage')).toMatchObject({ StageName: '$default', AutoDeploy: true });
  });

  it('logs the route of a request and never its path', () => {
    const { AccessLogSettings } = Object(propertiesOf(router, 'AWS::ApiGatewayV2::Stage'));

    expect(AccessLogSettings.Format).toContain('$context.routeKey');
    expect(AccessLogSettings.Format).not.toContain('$context.path');
    expect(config).not.toHaveProperty('Logging');
  });

  it('tells management the address of CloudFront when none is configured', () => {
    const [distributionId] = resourcesOfType(router, 'AWS::CloudFront::Distribution')[0]!;

    expect(propertiesOf(router, 'AWS::Lambda::Function', 'Management')).toMatchObject({
      Environment: {
        Variables: {
          PUBLIC_BASE_URL: { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [distributionId, 'DomainName'] }]] },
        },
      },
    });
  });

  it('leaves streams to the API when LIVE_STREAM is off', () => {
    const off = synthesize({ LIVE_STREAM: 'off' });

    expect(off.liveStream).toBeUndefined();
    expect(distributionOf(off.router).behaviors.map(({ PathPattern }) => PathPattern)).toEqual([
      '/n/*',
      '/push/*',
      '/api/*',
    ]);
    off.router.resourceCountIs('AWS::CloudFront::VpcOrigin', 0);
    expect(JSON.stringify(off.router.toJSON())).not.toContain('NotificationRouterLiveStream');
  });
});

const answer = (uri: string) => {
  const code = dashboardRoutesCode(['assets', 'favicon.ico', 'index.html']);
  return runInNewContext(`${code}; handler(event)`, { event: { request: { method: 'GET', uri } } });
};

describe('the edge function of the dashboard', () => {
  it.each(['/', '/webhooks', '/webhooks/wh_1', '/assets', '/a.b/'])('shows the page at the route %s', (uri) => {
    expect(answer(uri)).toMatchObject({ uri: '/index.html' });
  });

  it.each(['/index.html', '/favicon.ico', '/assets/app-1a2b.js'])('serves the file %s', (uri) => {
    expect(answer(uri)).toMatchObject({ uri });
  });

  it.each(['/robots.txt', '/.env', '/wp-login.php', '/webhooks/a.js', '/n', '/api'])('has nothing at %s', (uri) => {
    expect(answer(uri)).toMatchObject({
      statusCode: 404,
      headers: { 'content-type': { value: 'application/json' } },
      body: '{"error":"Not found"}',
    });
  });
});
