import { z } from '@hono/zod-openapi';
import type { Deps } from './deps.ts';

/** What the dashboard asks the issuer for: the person's identity, and their email address. */
const SCOPE = 'openid email';

/** Where people sign in, for the dashboard. */
export const AuthConfig = z
  .object({
    issuer: z.url().nullable().meta({ description: 'OpenID Connect issuer; null: nobody can sign in.' }),
    clientId: z.string().nullable().meta({ description: 'A public client: code flow with PKCE.' }),
    scope: z.string(),
  })
  .meta({ id: 'AuthConfig' });

export function authConfigOf({ signIn }: Pick<Deps, 'signIn'>): z.output<typeof AuthConfig> {
  return { issuer: signIn?.issuer ?? null, clientId: signIn?.clientId ?? null, scope: SCOPE };
}
