import * as z from 'zod';
import type { Resources } from '../assembly/resources.ts';

/** What reaches an origin besides the path and the body. */
export interface OriginRequests {
  /** Whether the viewer's headers, cookies and query do. */
  readonly viewer: boolean;
  /** Whether the viewer's address and port do, in a header that no viewer can set. */
  readonly viewerAddress: boolean;
}

const shape = {
  OriginRequestPolicyConfig: z.object({
    HeadersConfig: z.object({
      HeaderBehavior: z.literal(
        'allViewerAndWhitelistCloudFront',
        'of the policies of its own the local runner knows those that pass all headers on',
      ),
      Headers: z.tuple([z.literal('CloudFront-Viewer-Address')]),
    }),
    QueryStringsConfig: z.object({ QueryStringBehavior: z.literal('all') }),
  }),
};

/** The AWS-managed policy that passes everything on but the Host header. */
const ALL_VIEWER_EXCEPT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/** The managed policies that are known and those of the templates, by id. */
export function originRequestsOf(resources: Resources): ReadonlyMap<string, OriginRequests> {
  const own = resources.ofType('AWS::CloudFront::OriginRequestPolicy', shape);
  return new Map([
    [ALL_VIEWER_EXCEPT_HOST, { viewer: true, viewerAddress: false }],
    ...own.map((policy): [string, OriginRequests] => [policy.attribute(''), { viewer: true, viewerAddress: true }]),
  ]);
}
