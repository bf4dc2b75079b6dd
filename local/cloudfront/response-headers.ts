import * as z from 'zod';
import type { Resources } from '../assembly/resources.ts';
import type { HeaderList } from './headers.ts';

/** A header that a policy sets. Unless it overrides, an origin's own header of that name stays. */
interface PolicyHeader {
  readonly name: string;
  readonly value: string;
  readonly override: boolean;
}

/** What a response headers policy adds to the answers of a behaviour. */
export type ResponseHeaders = readonly PolicyHeader[];

const override = { Override: z.boolean() };

const SecurityHeaders = z.strictObject({
  ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.string(), ...override }).optional(),
  ContentTypeOptions: z.object(override).optional(),
  FrameOptions: z.object({ FrameOption: z.string(), ...override }).optional(),
  ReferrerPolicy: z.object({ ReferrerPolicy: z.string(), ...override }).optional(),
  StrictTransportSecurity: z
    .object({ AccessControlMaxAgeSec: z.number(), IncludeSubdomains: z.boolean().default(false), ...override })
    .optional(),
});

const CustomHeaders = z.object({
  Items: z.array(z.object({ Header: z.string(), Value: z.string(), ...override })),
});

const shape = {
  ResponseHeadersPolicyConfig: z.strictObject({
    Name: z.string(),
    Comment: z.string().optional(),
    SecurityHeadersConfig: SecurityHeaders.default({}),
    CustomHeadersConfig: CustomHeaders.default({ Items: [] }),
  }),
};

/** What each policy of the templates adds, by the policy's id. */
export function responseHeadersOf(resources: Resources): ReadonlyMap<string, ResponseHeaders> {
  const policies = resources.ofType('AWS::CloudFront::ResponseHeadersPolicy', shape);
  return new Map(
    policies.map((policy) => {
      const { SecurityHeadersConfig, CustomHeadersConfig } = policy.properties.ResponseHeadersPolicyConfig;
      const custom = CustomHeadersConfig.Items.map(({ Header, Value, Override }) => ({
        name: Header.toLowerCase(),
        value: Value,
        override: Override,
      }));
      return [policy.attribute('Id'), [...securityHeaders(SecurityHeadersConfig), ...custom]];
    }),
  );
}

function securityHeaders(config: z.infer<typeof SecurityHeaders>): PolicyHeader[] {
  const { ContentSecurityPolicy: csp, ContentTypeOptions: type, FrameOptions: frame } = config;
  const { ReferrerPolicy: referrer, StrictTransportSecurity: hsts } = config;
  const subdomains = hsts?.IncludeSubdomains === true ? '; includeSubDomains' : '';
  const headers: [string, string | undefined, { Override: boolean } | undefined][] = [
    ['content-security-policy', csp?.ContentSecurityPolicy, csp],
    ['x-content-type-options', 'nosniff', type],
    ['x-frame-options', frame?.FrameOption, frame],
    ['referrer-policy', referrer?.ReferrerPolicy, referrer],
    ['strict-transport-security', `max-age=${hsts?.AccessControlMaxAgeSec}${subdomains}`, hsts],
  ];
  return headers.flatMap(([name, value, given]) =>
    given === undefined || value === undefined ? [] : [{ name, value, override: given.Override }],
  );
}

/** An answer's headers with those of the policy. */
export function withPolicy(headers: HeaderList, policy: ResponseHeaders): HeaderList {
  const own = new Set(headers.map(([name]) => name.toLowerCase()));
  const added = policy.filter(({ name, override }) => override || !own.has(name));
  const names = new Set(added.map(({ name }) => name));
  return [
    ...headers.filter(([name]) => !names.has(name.toLowerCase())),
    ...added.map(({ name, value }): [string, string] => [name, value]),
  ];
}
