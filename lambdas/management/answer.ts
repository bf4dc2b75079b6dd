import type { HonoRequest } from 'hono';
import type { Caller } from '../../core/directory/caller.ts';
import { cannotTell, forbidden, identify, readCredential, unauthorized } from './authorize.ts';
import type { Deps } from './deps.ts';
import { readIfMatch } from './if-match.ts';
import { unlessKnown } from './not-modified.ts';
import { createRateLimit, failuresPerAddress, type RateLimit, requestsPerCredential } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { failed, type Reply, YAML_TYPE } from './reply.ts';
import type { Route } from './route.ts';

const tooMany: Reply = { ...failed(429, 'Too many requests'), headers: { 'retry-after': '1' } };

interface CallCheck {
  readonly deps: Deps;
  readonly requests: RateLimit;
  readonly failures: RateLimit;
}

interface ApiCall {
  readonly route: Route;
  readonly request: HonoRequest;
  /** Address of the caller. */
  readonly ip: string;
}

/** Answers the calls of the API: identifies the caller, checks what they may do, and runs the route. */
export function createAnswer(deps: Deps): (call: ApiCall) => Promise<Reply> {
  const check: CallCheck = {
    deps,
    requests: createRateLimit(requestsPerCredential, () => deps.now()),
    failures: createRateLimit(failuresPerAddress, () => deps.now()),
  };
  return async (call) => {
    const identified = await identifyCaller(check, call);
    return identified.kind === 'refused' ? identified.reply : serve(call, identified.caller);
  };
}

type Identified =
  | { readonly kind: 'caller'; readonly caller: Caller }
  | { readonly kind: 'refused'; readonly reply: Reply };

const refuse = (reply: Reply): Identified => ({ kind: 'refused', reply });

/** Identifies the caller. An address that tries one bad credential after another is refused for a while. */
async function identifyCaller({ deps, requests, failures }: CallCheck, { request, ip }: ApiCall): Promise<Identified> {
  const credential = readCredential(request.header('authorization'));
  if (credential.kind === 'none') return refuse(unauthorized(credential.why));
  if (!failures.hasLeft(ip)) return refuse(tooMany);
  const caller = await identify(credential.value, deps.authenticators);
  if (caller === 'unavailable') return refuse(cannotTell);
  if (caller === undefined) {
    failures.take(ip);
    return refuse(unauthorized());
  }
  return requests.take(caller.id) ? { kind: 'caller', caller } : refuse(tooMany);
}

async function serve({ route, request, ip }: ApiCall, caller: Caller): Promise<Reply> {
  const params: Readonly<Record<string, string>> = request.param();
  const refusal = forbidden(caller, route.access, params['organizationId']);
  if (refusal !== undefined) return refusal;
  const body = route.request.shape['body'] === undefined ? undefined : readBody(await request.arrayBuffer());
  if (body?.kind === 'refused') return body.reply;
  const precondition = readIfMatch(request.header('if-match'));
  const reply = await route.run(
    { params, query: request.query(), body: body?.value },
    { caller, precondition, wantsYaml: wantsYaml(request.header('accept')), ip },
  );
  return route.method === 'get' ? unlessKnown(reply, request.header('if-none-match')) : reply;
}

function wantsYaml(accept = ''): boolean {
  return accept.split(',').some((range) => range.split(';', 1).join().trim() === YAML_TYPE);
}
