import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { type Stack, startStack } from '../integration/stack.ts';

/** One organisation as its owner sees it. */
interface Tenant {
  readonly organizationId: string;
  readonly token: string;
}

/** An answer of the stack. */
interface Answer {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

/** Who may attack what, and what is kept of it. */
export interface Rig {
  readonly stack: Stack;
  readonly attacker: Tenant;
  readonly bystander: Tenant;
  /** What went wrong, in words; none is good. */
  readonly findings: string[];
  /** The longest that one request was held, since the last call. */
  longestMs(): number;
  /** A request to the stack, whatever it says. An answer of 5xx is a finding. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** A call of the management API in the attacker's organisation. @throws when it is refused */
  call<T>(schema: z.ZodType<T>, method: string, path: string, body?: unknown): Promise<T>;
}

interface RequestOptions {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** 508 is an answer as it should be. */
  readonly expected?: readonly number[];
}

/** Longer than any function may run: what is held for longer never ends. */
const REQUEST_MS = 60_000;

const Created = z.object({ id: z.string(), managementToken: z.string() });

/** Starts a stack with two organisations beside the first: one attacks, one only wants its notifications. */
export async function startRig(settings: Readonly<Record<string, string>>): Promise<Rig> {
  const stack = await startStack(settings);
  const findings: string[] = [];
  let longest = 0;

  async function send(method: string, path: string, { token, headers, body, expected = [] }: RequestOptions = {}) {
    const startedAt = performance.now();
    const response = await fetch(stack.baseUrl + path, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(REQUEST_MS),
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const ms = performance.now() - startedAt;
    longest = Math.max(longest, ms);
    const { status } = response;
    if (status >= 500 && !expected.includes(status)) {
      findings.push(`${status} for ${method} ${path}: ${text.slice(0, 200)}`);
    }
    return { status, text, ms, retryAfter: Number(response.headers.get('retry-after') ?? 0) };
  }

  const request: Rig['request'] = async (method, path, options) => {
    const answer = await send(method, path, options).catch((error: unknown) => {
      findings.push(`no answer to ${method} ${path}: ${String(error)}`);
      return { status: 0, text: '', ms: REQUEST_MS, retryAfter: 0 };
    });
    if (answer.status !== 429 || answer.retryAfter === 0 || answer.retryAfter > 5) return answer;
    await sleep(answer.retryAfter * 1000);
    return request(method, path, options);
  };

  async function newTenant(name: string): Promise<Tenant> {
    const token = stack.credentials.managementToken;
    const { text } = await request('POST', '/api/v1/organizations', { token, body: JSON.stringify({ name }) });
    const { id: organizationId, managementToken } = Created.parse(JSON.parse(text));
    return { organizationId, token: managementToken };
  }

  const attacker = await newTenant('Attacker');
  return {
    stack,
    attacker,
    bystander: await newTenant('Bystander'),
    findings,
    longestMs() {
      const ms = longest;
      longest = 0;
      return ms;
    },
    request,
    async call(schema, method, path, body) {
      const { status, text } = await request(method, `/api/v1/organizations/${attacker.organizationId}${path}`, {
        token: attacker.token,
        body: JSON.stringify(body),
      });
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
      return schema.parse(JSON.parse(text === '' ? 'null' : text));
    },
  };
}

export const Webhook = z.looseObject({ id: z.string(), endpointUrl: z.string() });
export const Channel = z.looseObject({ id: z.string(), config: z.record(z.string(), z.unknown()) });

/** The path of a webhook's address. */
export const pathOf = (webhook: z.infer<typeof Webhook>): string => new URL(webhook.endpointUrl).pathname;
