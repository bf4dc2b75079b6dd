import { describe, expect, it } from 'vitest';
import { type Api, openApi } from './api.ts';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly role: string;
}

interface Described {
  readonly description?: string;
  readonly security?: readonly unknown[];
}

/** Every call of the document that needs a credential, its ids filled in. */
function operations({ document, acme }: Api): Operation[] {
  const found: Operation[] = [];
  for (const [template, methods] of Object.entries<Record<string, Described>>(document.paths)) {
    if (!template.startsWith('/api/v1/')) continue;
    const path = template
      .replace('/api/v1', '')
      .replace('{organizationId}', acme.id)
      .replaceAll(/\{\w+\}/g, 'unknown');
    for (const [method, { description = '', security }] of Object.entries(methods)) {
      if (security?.length === 0) continue;
      const role =
        /[Rr]ole:? (\w+)/.exec(description)?.[1] ??
        (description.includes('no management token') ? 'person' : 'signed-in');
      found.push({ method: method.toUpperCase(), path, role });
    }
  }
  return found;
}

const ranks = ['member', 'admin', 'owner'];

describe('access to every call', () => {
  it('is refused without a good credential', async () => {
    const api = await openApi();
    const bad = [
      undefined,
      '',
      'Bearer',
      `bearer ${api.tokens.owner}`,
      `Bearer  ${api.tokens.owner}`,
      `Basic ${api.tokens.owner}`,
      `Bearer ${api.tokens.owner.toUpperCase()}`,
      `Bearer ${api.tokens.owner}0`,
      `Bearer nrm_${'0'.repeat(64)}`,
      'Bearer eyJhbGciOiJub25lIn0.e30.',
    ];

    for (const { method, path } of operations(api)) {
      for (const authorization of bad) {
        const headers = authorization === undefined ? {} : { authorization };
        api.generators.advance(1000);
        const answer = await api.call(method, path, { headers, body: {} });
        expect(answer.status, `${method} ${path} ${authorization}`).toBe(401);
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
    }
  });

  it('is refused in words that tell what was sent, and repeat nothing of a credential', async () => {
    const { call, organization, tokens } = await openApi();
    const secret = '0123456789abcdef'.repeat(4);
    const errorFor = async (authorization?: string): Promise<string> => {
      const { body } = await call(
        'GET',
        organization,
        authorization === undefined ? {} : { headers: { authorization } },
      );
      return body.error;
    };

    const errors = {
      missing: await errorFor(),
      scheme: await errorFor(`bearer ${tokens.owner}`),
      apiKey: await errorFor(`Bearer nrk_${secret}`),
      unknown: await errorFor(`Bearer nrm_${secret}`),
    };

    expect(new Set(Object.values(errors)).size).toBe(4);
    expect(errors).toEqual({
      missing: 'Invalid token: the header Authorization is missing',
      scheme: 'Invalid token: the scheme must be "Bearer", not "bearer"',
      apiKey: 'Invalid token: this is the API key of a webhook, for sending; this call takes a management token, nrm_…',
      unknown: 'Invalid token',
    });
    for (const header of [`nrm_${secret}`, secret, `nrk_${secret} x`, `Bearer  ${secret}`, `Basic ${secret}`]) {
      const error = await errorFor(header);
      expect(error).toMatch(/^Invalid token: the (?:header Authorization|scheme) must be "Bearer"/);
      expect(error).not.toContain(secret);
    }
  });

  it('goes by role: 403 below it, never at or above it', async () => {
    const api = await openApi();

    for (const { method, path, role } of operations(api)) {
      for (const held of ['member', 'admin', 'owner'] as const) {
        const answer = await api.call(method, path, { token: api.tokens[held], body: { unknown: 1 } });
        const tooLow = role === 'person' || (role !== 'signed-in' && ranks.indexOf(held) < ranks.indexOf(role));
        expect(answer.status === 403, `${method} ${path} as ${held}: ${answer.status}`).toBe(tooLow);
        expect(answer.status).toBeLessThan(500);
      }
    }
  });

  it('answers 404 in an organisation that is not the caller’s, whatever the role and the body', async () => {
    const api = await openApi();

    for (const { method, path, role } of operations(api)) {
      if (!ranks.includes(role) || path === '/organizations') continue;
      const answer = await api.call(method, path, { token: api.tokens.otherOwner, rawBody: 'no JSON' });
      expect(answer.status, `${method} ${path}`).toBe(404);
      expect(answer.body).toEqual({ error: 'Not found' });
    }
  });

  it('ends with the revocation of the token, at once', async () => {
    const { call, organization, tokens } = await openApi();
    const issued = await call('POST', `${organization}/tokens`, {
      token: tokens.owner,
      body: { name: 'CI', role: 'admin' },
    });
    const before = await call('GET', `${organization}/webhooks`, { token: issued.body.token });

    await call('DELETE', `${organization}/tokens/${issued.body.id}`, { token: tokens.owner });
    const after = await call('GET', `${organization}/webhooks`, { token: issued.body.token });

    expect([before.status, after.status]).toEqual([200, 401]);
  });

  it('is limited to a burst of 200 and 50 a second per token', async () => {
    const { call, tokens, generators } = await openApi();
    const statuses = async (count: number) => {
      const found: number[] = [];
      for (let index = 0; index < count; index += 1)
        found.push((await call('GET', '/me', { token: tokens.member })).status);
      return found;
    };

    const burst = await statuses(201);
    const otherToken = await call('GET', '/me', { token: tokens.admin });
    generators.advance(1000);
    const later = await statuses(51);

    expect([burst.slice(0, 200).every((status) => status === 200), burst[200]]).toEqual([true, 429]);
    expect(otherToken.status).toBe(200);
    expect([later.slice(0, 50).every((status) => status === 200), later[50]]).toEqual([true, 429]);
  });
});
