import * as z from 'zod';
import type { Resources } from '../assembly/resources.ts';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';
import { originRequestsOf, type OriginRequests } from './origin-requests.ts';
import { type ResponseHeaders, responseHeadersOf } from './response-headers.ts';

const Association = z.object({
  EventType: z.literal('viewer-request', 'only viewer-request functions are known to the local runner'),
  FunctionARN: z.string(),
});

const CacheBehavior = z.object({
  PathPattern: z.string().default('*'),
  TargetOriginId: z.string(),
  AllowedMethods: z.array(z.string()).default(['GET', 'HEAD']),
  CachePolicyId: z.string(),
  Compress: z.boolean().default(false),
  OriginRequestPolicyId: z.string().optional(),
  ResponseHeadersPolicyId: z.string().optional(),
  LambdaFunctionAssociations: z.undefined('Lambda@Edge is not known to the local runner').optional(),
  FunctionAssociations: z.array(Association).default([]),
});

const Origin = z.object({
  Id: z.string(),
  DomainName: z.string(),
  OriginPath: z.string().default(''),
  OriginCustomHeaders: z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })).default([]),
  CustomOriginConfig: z.object({ OriginReadTimeout: z.number().default(30) }).optional(),
  VpcOriginConfig: z.object({ OriginReadTimeout: z.number().default(30) }).optional(),
});

const ErrorResponse = z.object({
  ErrorCode: z.number(),
  ErrorCachingMinTTL: z.number().default(10),
  ResponsePagePath: z.undefined('error pages are not known to the local runner').optional(),
});

const shape = {
  DistributionConfig: z.object({
    CacheBehaviors: z.array(CacheBehavior).default([]),
    DefaultCacheBehavior: CacheBehavior,
    DefaultRootObject: z.string().default(''),
    CustomErrorResponses: z.array(ErrorResponse).default([]),
    Origins: z.array(Origin),
  }),
};

/** How one path pattern is served. */
export interface Behavior {
  readonly pattern: RegExp;
  readonly methods: ReadonlySet<string>;
  readonly origin: OriginDefinition;
  readonly forwards: OriginRequests;
  /** Source code of the function that sees requests first, if any. */
  readonly viewerRequest: string | undefined;
  /** Whether answers are compressed for viewers that take it. */
  readonly compresses: boolean;
  /** Set on every answer. */
  readonly responseHeaders: ResponseHeaders;
}

/** Where a behaviour fetches from. */
interface OriginDefinition {
  readonly domain: string;
  readonly path: string;
  /** Headers that CloudFront sets, over whatever the viewer sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly readTimeoutMs: number;
}

/** A distribution as the templates declare it. */
export interface DistributionDefinition {
  readonly id: string;
  readonly rootObject: string;
  /** In order of precedence; the last one matches everything. */
  readonly behaviors: readonly Behavior[];
  /** How long errors are answered again, in seconds by status, where that is declared. */
  readonly errorSeconds: ReadonlyMap<number, number>;
}

/**
 * The cache policies of AWS that are used, and whether the coding of an answer is part of what they cache by: CloudFront
 * compresses nothing without that, whatever the behaviour says.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
 */
const CACHE_POLICIES = new Map([
  ['4135ea2d-6df8-44a3-9df3-4b5a84be39ad', { name: 'CachingDisabled', knowsCodings: false }],
  ['658327ea-f89d-4fab-a63d-7e88639e58f6', { name: 'CachingOptimized', knowsCodings: true }],
]);

/** Without a policy. */
const NOTHING: OriginRequests = { viewer: false, viewerAddress: false };

/** The one distribution that the templates declare. */
export function distributionOf(resources: Resources): DistributionDefinition {
  const [distribution, ...others] = resources.ofType('AWS::CloudFront::Distribution', shape);
  if (distribution === undefined || others.length > 0) {
    throw new UnsupportedTemplate('AWS::CloudFront::Distribution', 'exactly one is needed, for the one base URL');
  }
  const config = distribution.properties.DistributionConfig;
  const functions = resources.ofType('AWS::CloudFront::Function', { FunctionCode: z.string() });
  const sources = new Map(functions.map((code) => [code.attribute('FunctionARN'), code.properties.FunctionCode]));
  const context = {
    where: distribution.where,
    sources,
    policies: responseHeadersOf(resources),
    requests: originRequestsOf(resources),
    origins: new Map(config.Origins.map((item) => [item.Id, item])),
  };
  const declared = [...config.CacheBehaviors, { ...config.DefaultCacheBehavior, PathPattern: '*' }];
  return {
    id: distribution.attribute('Id'),
    rootObject: config.DefaultRootObject,
    behaviors: declared.map((behavior) => toBehavior(behavior, context)),
    errorSeconds: new Map(config.CustomErrorResponses.map((error) => [error.ErrorCode, error.ErrorCachingMinTTL])),
  };
}

interface BehaviorContext {
  readonly where: string;
  readonly sources: ReadonlyMap<string, string>;
  readonly policies: ReadonlyMap<string, ResponseHeaders>;
  readonly requests: ReadonlyMap<string, OriginRequests>;
  readonly origins: ReadonlyMap<string, z.infer<typeof Origin>>;
}

function toBehavior(declared: z.infer<typeof CacheBehavior>, context: BehaviorContext): Behavior {
  const { where, sources, policies, requests, origins } = context;
  const { PathPattern, TargetOriginId, OriginRequestPolicyId: policy, ResponseHeadersPolicyId: headers } = declared;
  const origin = origins.get(TargetOriginId);
  if (origin === undefined) throw new UnsupportedTemplate(where, `${PathPattern} names no origin: ${TargetOriginId}`);
  const forwards = policy === undefined ? NOTHING : requests.get(policy);
  if (forwards === undefined) {
    throw new UnsupportedTemplate(where, `the origin request policy ${policy} is not known to the local runner`);
  }
  const caching = CACHE_POLICIES.get(declared.CachePolicyId);
  if (caching === undefined) {
    throw new UnsupportedTemplate(where, `the cache policy ${declared.CachePolicyId} is not known to the local runner`);
  }
  const responseHeaders = headers === undefined ? [] : policies.get(headers);
  if (responseHeaders === undefined) {
    throw new UnsupportedTemplate(where, `the response headers policy ${headers} is not in the templates`);
  }
  const [association] = declared.FunctionAssociations;
  return {
    pattern: toPattern(PathPattern),
    methods: new Set(declared.AllowedMethods),
    origin: toOrigin(origin),
    forwards,
    viewerRequest: association === undefined ? undefined : sources.get(association.FunctionARN),
    compresses: declared.Compress && caching.knowsCodings,
    responseHeaders,
  };
}

function toOrigin(origin: z.infer<typeof Origin>): OriginDefinition {
  const { CustomOriginConfig, VpcOriginConfig } = origin;
  return {
    domain: origin.DomainName,
    path: origin.OriginPath,
    headers: origin.OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName.toLowerCase(), HeaderValue]),
    readTimeoutMs: (VpcOriginConfig ?? CustomOriginConfig ?? { OriginReadTimeout: 30 }).OriginReadTimeout * 1000,
  };
}

/**
 * A path pattern as a regular expression: `*` is any run of characters, `?` any one, and the rest is literal.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesCacheBehavior.html#DownloadDistValuesPathPattern
 */
export function toPattern(pathPattern: string): RegExp {
  const absolute = pathPattern.startsWith('/') || pathPattern === '*' ? pathPattern : `/${pathPattern}`;
  const source = absolute
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's');
}
