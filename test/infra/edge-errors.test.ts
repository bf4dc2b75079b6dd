import { expect, it } from 'vitest';
import { Resources } from '../../local/assembly/resources.ts';
import { Template } from '../../local/assembly/template.ts';
import { distributionOf } from '../../local/cloudfront/distribution.ts';
import { ErrorCache } from '../../local/cloudfront/error-cache.ts';
import { synthesize } from './synthesize.ts';

const { stacks, data, router, liveStream } = synthesize({
  PUBLIC_BASE_URL: 'http://localhost:8080',
  OIDC_ISSUER: 'http://localhost:8080/oidc',
  OIDC_CLIENT_ID: 'local',
});
const declared = [
  { name: stacks.data.stackName, template: Template.parse(data.toJSON()) },
  { name: stacks.router.stackName, template: Template.parse(router.toJSON()) },
  { name: stacks.liveStream!.stackName, template: Template.parse(liveStream!.toJSON()) },
];

it.each([404, 414, 500, 501, 502, 503, 504])('one person’s %i is not the answer to the next', async (status) => {
  const { errorSeconds } = distributionOf(new Resources({ stacks: declared, assets: new Map() }, 'http://door'));
  const cache = new ErrorCache(errorSeconds, () => 0);
  const answers = [status, 200].map((it) => ({ status: it, headers: [], body: Buffer.alloc(0) })).values();
  const ask = () => cache.answer({ method: 'GET', uri: '/api/v1/me' }, async () => answers.next().value!);

  expect([(await ask()).status, (await ask()).status]).toEqual([status, 200]);
});
