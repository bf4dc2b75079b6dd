import { describe, expect, it } from 'vitest';
import { dialectNames } from '../../core/notification/dialects/dialect-names.ts';
import { propertiesOf, resourcesOfType, synthesize } from './synthesize.ts';

interface Behavior {
  readonly PathPattern: string;
  readonly ViewerProtocolPolicy: string;
  readonly Compress: boolean;
  readonly CachePolicyId: string;
  readonly OriginRequestPolicyId: unknown;
  readonly AllowedMethods: readonly string[];
  readonly FunctionAssociations?: readonly unknown[];
}

const HEADERS = 'AWS::CloudFront::ResponseHeadersPolicy';

const distributionOf = (router: ReturnType<typeof synthesize>['router']) => {
  const { DistributionConfig } = Object(propertiesOf(router, 'AWS::CloudFront::Distribution'));
  const behaviors: Behavior[] = DistributionConfig.CacheBehaviors;
  return { config: DistributionConfig, behaviors };
};

describe('one base URL', () => {
  const { router } = synthesize();
  const { config, behaviors } = distributionOf(router);

  it('tries streams before the rest of the API, because the first match decides', () => {
    expect(behaviors.map(({ PathPattern }) => PathPattern)).toEqual([
      '/n/*',
      '/a/*',
      '/c/*',
      '/push/*',
      '/api/stream/*',
      '/api/*',
    ]);
  });

  it('looks at the length of a body before the API does, and with one function per behaviour', () => {
    const guarded = behaviors.filter(({ FunctionAssociations = [] }) => FunctionAssociations.length > 0);

    expect(guarded.map(({ PathPattern }) => PathPattern)).toEqual(['/n/*', '/a/*', '/c/*', '/push/*', '/api/*']);
    for (const { FunctionAssociations } of guarded) {
      expect(FunctionAssociations).toEqual([
        {
          EventType: 'viewer-request',
          FunctionARN: { 'Fn::GetAtt': [expect.stringMatching(/BodyLimit/), 'FunctionARN'] },
        },
      ]);
    }
  });

  it('refuses plain HTTP wherever a path or header holds a secret', () => {
    expect(behaviors.map(({ ViewerProtocolPolicy }) => ViewerProtocolPolicy)).toEqual(Array(6).fill('https-only'));
  });

  it('caches nothing of the API and compresses no stream', () => {
    const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';

    expect(behaviors.map(({ CachePolicyId }) => CachePolicyId)).toEqual(Array(6).fill(cachingDisabled));
    expect(behaviors.find(({ PathPattern }) => PathPattern === '/api/stream/*')?.Compress).toBe(false);
  });

  it('holds browsers to files of the dashboard and to its API, without inline script or style', () => {
    const { ResponseHeadersPolicyConfig } = Object(propertiesOf(router, HEADERS, 'DashboardHeaders'));
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

  it('adds security headers to answers of the API, and no CORS', () => {
    const { ResponseHeadersPolicyConfig } = Object(propertiesOf(router, HEADERS, 'BaseUrlApiHeaders'));

    expect(behaviors.every((behavior) => 'ResponseHeadersPolicyId' in behavior)).toBe(true);
    expect(ResponseHeadersPolicyConfig).not.toHaveProperty('CorsConfig');
    expect(ResponseHeadersPolicyConfig.SecurityHeadersConfig).toMatchObject({
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY' },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, Override: true },
    });
  });

  it('passes bodies, queries and all headers on but Host to the API, and the address of readers to the stream', () => {
    const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';
    const [streamPolicy, policy] = resourcesOfType(router, 'AWS::CloudFront::OriginRequestPolicy')[0]!;

    expect(Object.fromEntries(behaviors.map((it) => [it.PathPattern, it.OriginRequestPolicyId]))).toEqual({
      '/n/*': allViewerExceptHost,
      '/a/*': allViewerExceptHost,
      '/c/*': allViewerExceptHost,
      '/push/*': allViewerExceptHost,
      '/api/stream/*': { Ref: streamPolicy },
      '/api/*': allViewerExceptHost,
    });
    expect(policy.Properties['OriginRequestPolicyConfig']).toMatchObject({
      HeadersConfig: { HeaderBehavior: 'allViewerAndWhitelistCloudFront', Headers: ['CloudFront-Viewer-Address'] },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
    });
    for (const { AllowedMethods } of behaviors) expect(AllowedMethods).toContain('POST');
  });

  it('proves itself to the API by a secret that is in no template and that its functions know', () => {
    const [[secretId] = ['']] = resourcesOfType(router, 'AWS::SecretsManager::Secret');
    const secret = { 'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: secretId }, ':SecretString:::}}']] };
    const origin = config.Origins.find((it: object) => 'OriginCustomHeaders' in it);

    expect(JSON.stringify(origin.DomainName)).toContain('execute-api');
    expect(origin.OriginCustomHeaders).toEqual([{ HeaderName: 'origin-secret', HeaderValue: secret }]);
    for (const id of ['Ingest', 'Management']) {
      expect(propertiesOf(router, 'AWS::Lambda::Function', id)).toMatchObject({
        Environment: { Variables: { ORIGIN_SECRETS: secret } },
      });
    }
    expect(propertiesOf(router, 'AWS::SecretsManager::Secret')['GenerateSecretString']).toMatchObject({
      PasswordLength: 48,
    });
  });

  it('takes every method for pages, so that its function can refuse them in JSON, and may only read the files', () => {
    const policies = resourcesOfType(router, 'AWS::S3::BucketPolicy').map(([, it]) => it.Properties['PolicyDocument']);
    const allowed = policies.flatMap((policy) => Object(policy).Statement).filter(({ Effect }) => Effect === 'Allow');
    const ofCloudFront = allowed.filter(({ Principal }) => Principal.Service === 'cloudfront.amazonaws.com');

    expect(config.DefaultCacheBehavior.AllowedMethods).toContain('POST');
    expect(config.DefaultCacheBehavior.FunctionAssociations).toHaveLength(1);
    expect(ofCloudFront.map(({ Action }) => Action)).toEqual(['s3:GetObject']);
  });

  it('asks anew after every error that CloudFront would keep for ten seconds, and puts no page in its place', () => {
    const asked = [404, 414, 500, 501, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 }));

    expect(config.CustomErrorResponses).toEqual(asked);
  });

  it('serves every path of the API, with routes of our own for what does not exist', () => {
    const routes = resourcesOfType(router, 'AWS::ApiGatewayV2::Route').map(([, it]) => it.Properties['RouteKey']);

    expect(routes).toEqual([
      'POST /n/{publicId}',
      'POST /n/{publicId}/slack',
      'POST /n/{publicId}/ask',
      ...dialectNames.flatMap((name) => [`ANY /n/{publicId}/${name}`, `ANY /n/{publicId}/${name}/{proxy+}`]),
      'ANY /n/{proxy+}',
      'ANY /a/{proxy+}',
      'ANY /c/{proxy+}',
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

  it('stands on its own domain, behind a firewall, and accepts two secrets while one is replaced', () => {
    const CERTIFICATE_ARN = 'arn:aws:acm:us-east-1:111122223333:certificate/a';
    const own = synthesize({
      DOMAIN_NAME: 'notify.example.com',
      CERTIFICATE_ARN,
      WAF_RATE_LIMIT: 2000,
      ORIGIN_SECRETS: 'new,old',
    });
    const distribution = distributionOf(own.router).config;
    const { Variables } = Object(propertiesOf(own.router, 'AWS::Lambda::Function', 'Management')['Environment']);
    const [sent, ...others] = resourcesOfType(own.router, 'AWS::SecretsManager::Secret').map(([id]) => id);

    expect(distribution).toMatchObject({
      Aliases: ['notify.example.com'],
      ViewerCertificate: { AcmCertificateArn: CERTIFICATE_ARN, MinimumProtocolVersion: 'TLSv1.2_2021' },
      WebACLId: { 'Fn::GetStackOutput': { StackName: 'NotificationRouterFirewall', Region: 'us-east-1' } },
    });
    expect(Variables.PUBLIC_BASE_URL).toBe('https://notify.example.com');
    const origin = distribution.Origins.find((it: object) => 'OriginCustomHeaders' in it);
    expect(JSON.stringify(origin.OriginCustomHeaders)).toContain(sent);
    expect(JSON.stringify(origin.OriginCustomHeaders)).not.toContain(others[0]);
    for (const id of [sent, ...others]) expect(JSON.stringify(Variables.ORIGIN_SECRETS)).toContain(id);
  });

  it.each([
    ['AWS::CloudFront::OriginAccessControl', 'OriginAccessControlConfig'],
    ['AWS::CloudFront::OriginRequestPolicy', 'OriginRequestPolicyConfig'],
    ['AWS::CloudFront::ResponseHeadersPolicy', 'ResponseHeadersPolicyConfig'],
  ])('may stand in several Regions of an account: each %s has the Region in its name', (type, config) => {
    const names = resourcesOfType(router, type).map(([, { Properties }]) => Object(Properties[config]).Name);

    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      expect(name).toEqual({ 'Fn::Join': ['', [expect.stringMatching(/^[\w-]{1,50}$/), { Ref: 'AWS::Region' }]] });
    }
  });

  it('leaves streams to the API when LIVE_STREAM is off', () => {
    const off = synthesize({ LIVE_STREAM: 'off' });

    expect(off.liveStream).toBeUndefined();
    expect(distributionOf(off.router).behaviors.map(({ PathPattern }) => PathPattern)).toEqual([
      '/n/*',
      '/a/*',
      '/c/*',
      '/push/*',
      '/api/*',
    ]);
    off.router.resourceCountIs('AWS::CloudFront::VpcOrigin', 0);
    expect(JSON.stringify(off.router.toJSON())).not.toContain('NotificationRouterLiveStream');
  });
});

describe('the firewall', () => {
  const { firewall } = synthesize({ LIVE_STREAM: 'off', WAF_RATE_LIMIT: 2000 });
  const acl = propertiesOf(firewall!, 'AWS::WAFv2::WebACL');

  it('counts requests and looks at no body: a legal one has up to 1 MiB', () => {
    const [rule, ...others] = Object(acl['Rules']);

    expect(others).toEqual([]);
    expect(rule.Statement).toEqual({
      RateBasedStatement: { AggregateKeyType: 'IP', Limit: 2000, EvaluationWindowSec: 300 },
    });
    expect(rule.Action.Block.CustomResponse).toMatchObject({ ResponseCode: 429, CustomResponseBodyKey: 'tooMany' });
    expect(acl['DefaultAction']).toEqual({ Allow: {} });
  });

  it('logs no path, query or credential, and keeps no samples', () => {
    const logging = propertiesOf(firewall!, 'AWS::WAFv2::LoggingConfiguration');

    expect(logging['RedactedFields']).toEqual([
      { UriPath: {} },
      { QueryString: {} },
      ...['authorization', 'cookie', 'referer'].map((Name) => ({ SingleHeader: { Name } })),
    ]);
    expect(JSON.stringify(acl)).not.toContain('"SampledRequestsEnabled":true');
  });
});
