import * as z from 'zod';
import type { Resources } from '../assembly/resources.ts';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';

const shape = {
  ExplicitAuthFlows: z.array(z.string()).optional(),
  RefreshTokenRotation: z.object({ Feature: z.enum(['ENABLED', 'DISABLED']) }).optional(),
};

/** What a client may do when it names no flows. */
const DEFAULT_FLOWS = ['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_CUSTOM_AUTH'];

/**
 * Refuses clients that Cognito would not make.
 *
 * @throws UnsupportedTemplate
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolClient.html
 */
export function checkClients(resources: Resources): void {
  for (const { where, properties } of resources.ofType('AWS::Cognito::UserPoolClient', shape)) {
    const { ExplicitAuthFlows: flows = DEFAULT_FLOWS, RefreshTokenRotation: rotation } = properties;
    if (rotation?.Feature === 'ENABLED' && flows.includes('ALLOW_REFRESH_TOKEN_AUTH')) {
      throw new UnsupportedTemplate(where, 'refresh tokens do not rotate for a client with ALLOW_REFRESH_TOKEN_AUTH');
    }
  }
}
