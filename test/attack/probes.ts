import * as z from 'zod';
import { generator } from '../../local/door/faults.ts';
import { type Rig, Webhook } from './rig.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const Token = z.looseObject({ token: z.string() });

/** What a member may do although it is no GET. */
const HARMLESS = /\/(?:filters\/evaluate|templates\/preview)$/;
/** What only owners may do or see, but the list of members. */
const OWNERS_ONLY = /\/(?:tokens|invitations)(?:\/|$)|\/members\/|\/organizations\/\{organizationId\}$/;

interface Credential {
  readonly name: string;
  readonly token: string | undefined;
  readonly role?: 'member' | 'admin';
}

/** Asks every route for what the asker may not have, in as many ways as there are. */
export async function probes(
  rig: Rig,
  { seed, each }: { readonly seed: number; readonly each: number },
): Promise<string> {
  const random = generator(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const credentials = await makeCredentials(rig);
  const victim = await rig.call(Webhook, 'POST', '/webhooks', { name: 'not yours' });
  const { text } = await rig.request('GET', '/api/v1/openapi.json');
  const routes = Object.entries(Document.parse(JSON.parse(text)).paths).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(item, method)).map((method) => ({ path, method })),
  );
  let tried = 0;
  for (const { path, method } of routes.filter(({ path }) => path.startsWith('/api/v1/'))) {
    for (let n = 0; n < each; n += 10) {
      await Promise.all(
        Array.from({ length: Math.min(10, each - n) }, async () => {
          const credential = pick(credentials);
          const isForeign = random() < 0.5;
          const { organizationId } = isForeign ? rig.bystander : rig.attacker;
          const ids = [victim.id, 'x', '../..', '%00', `wh_${'0'.repeat(26)}`, '..%2f..', "'", 'a'.repeat(500)];
          const filled = path
            .replace('{organizationId}', organizationId)
            .replaceAll(/\{\w+\}/g, () => encodeURIComponent(pick(ids)));
          const query = method === 'get' ? pick(QUERIES) : '';
          const body = method === 'get' ? undefined : pick(BODIES);
          const answer = await rig.request(method.toUpperCase(), filled + query, { token: credential.token, body });
          tried += 1;
          const why = whyNot({ path, method, credential, isForeign });
          if (why !== undefined && answer.status < 300) {
            rig.findings.push(`${credential.name} got ${answer.status} from ${method} ${path}: ${why}`);
          }
        }),
      );
    }
  }
  return `${tried} probes of ${routes.length} routes by ${credentials.length} credentials`;
}

async function makeCredentials(rig: Rig): Promise<Credential[]> {
  const made = async (role: 'member' | 'admin') =>
    (await rig.call(Token, 'POST', '/tokens', { name: role, role })).token;
  const member = await made('member');
  return [
    { name: 'nobody', token: undefined },
    { name: 'a made-up token', token: `nrm_${'0'.repeat(64)}` },
    { name: 'a token in capitals', token: member.toUpperCase() },
    { name: 'a member', token: member, role: 'member' },
    { name: 'another member', token: await made('member'), role: 'member' },
    { name: 'an admin', token: await made('admin'), role: 'admin' },
    { name: 'another admin', token: await made('admin'), role: 'admin' },
  ];
}

interface Probe {
  readonly path: string;
  readonly method: string;
  readonly credential: Credential;
  readonly isForeign: boolean;
}

/** Why a probe must not succeed; `undefined` where it may. */
function whyNot({ path, method, credential: { role }, isForeign }: Probe): string | undefined {
  if (/openapi\.json|auth-config|config-schema|\/docs/.test(path)) return undefined;
  if (role === undefined) return 'no credential';
  if (!path.includes('{organizationId}')) return method === 'get' ? undefined : 'not a person, nor an owner';
  if (isForeign) return 'another organisation';
  const reads = method === 'get' || HARMLESS.test(path);
  if (role === 'member') return reads && !/\/tokens|\/invitations/.test(path) ? undefined : 'only a member';
  return OWNERS_ONLY.test(path) && !(method === 'get' && !/\/tokens|\/invitations/.test(path))
    ? 'only an admin'
    : undefined;
}

const QUERIES = [
  '',
  '?limit=0',
  '?limit=101',
  '?limit=1e9',
  '?cursor=x',
  `?cursor=${Buffer.from('{"pk":"ORG#x","sk":"ORG"}').toString('base64url')}`,
  '?webhookId=../x&state=%00',
  '?from=9999999999999&to=-1',
  `?q=${'%25'.repeat(200)}`,
];

const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{}',
  '{"__proto__":{"role":"owner"},"constructor":{"prototype":{}}}',
  '{"name":"x","role":"owner","organizationId":"org_0","id":"x"}',
  '{"role":"owner"}',
  '{"name":"\\u0000\\ud800","enabled":"yes"}',
  `{"name":"${'n'.repeat(100_000)}"}`,
  '['.repeat(50_000),
  `{"a":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
  '{"kind":"webhook","name":"x","config":{"url":"http://169.254.169.254/"}}',
  '{"email":"a@b.c\\r\\nBcc: x@y.z","role":"owner"}',
];
