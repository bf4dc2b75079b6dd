import * as z from 'zod';
import type { Resources } from '../assembly/resources.ts';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';

const shape = {
  CallbackURLs: z.array(z.string()).default([]),
  ExplicitAuthFlows: z.array(z.string()).optional(),
  RefreshTokenRotation: z.object({ Feature: z.enum(['ENABLED', 'DISABLED']) }).optional(),
};

/** What a client may do when it names no flows. */
const DEFAULT_FLOWS = ['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_CUSTOM_AUTH'];

/** As Cognito has it. */
const MOST_CALLBACKS = 100;

/**
 * The addresses at which the clients take answers.
 *
 * @param baseUrl of the router here: it may be `http`, as on no other machine
 * @throws UnsupportedTemplate for clients that Cognito would not make
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolClient.html
 */
export function callbacksOf(resources: Resources, baseUrl: string): string[] {
  return resources.ofType('AWS::Cognito::UserPoolClient', shape).flatMap(({ where, properties }) => {
    const { CallbackURLs: callbacks, ExplicitAuthFlows: flows = DEFAULT_FLOWS, RefreshTokenRotation } = properties;
    if (RefreshTokenRotation?.Feature === 'ENABLED' && flows.includes('ALLOW_REFRESH_TOKEN_AUTH')) {
      throw new UnsupportedTemplate(where, 'refresh tokens do not rotate for a client with ALLOW_REFRESH_TOKEN_AUTH');
    }
    if (callbacks.length > MOST_CALLBACKS) throw new UnsupportedTemplate(where, 'a client has at most 100 callbacks');
    const refused = callbacks.find((url) => !url.startsWith(`${baseUrl}/`) && !isCallback(url));
    if (refused === undefined) return callbacks;
    throw new UnsupportedTemplate(where, `a callback is https, or http at localhost, without a fragment: ${refused}`);
  });
}

function isCallback(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.includes('#') || text.length > 1024) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost');
}
