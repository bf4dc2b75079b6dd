import { describe, expect, it } from 'vitest';
import { Resources } from '../../../local/assembly/resources.ts';
import { Template } from '../../../local/assembly/template.ts';
import { checkClients } from '../../../local/oidc/clients.ts';

const clientWith = (Properties: object) => {
  const template = Template.parse({ Resources: { Client: { Type: 'AWS::Cognito::UserPoolClient', Properties } } });
  return new Resources({ stacks: [{ name: 'Router', template }], assets: new Map() }, 'http://127.0.0.1:1');
};
const RefreshTokenRotation = { Feature: 'ENABLED', RetryGracePeriodSeconds: 10 };

describe('a client of the user pool', () => {
  it.each([
    ['names no flows', {}],
    ['names the flow', { ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'] }],
  ])('is refused, as by Cognito, when its refresh tokens rotate and it %s', (_, flows) => {
    expect(() => checkClients(clientWith({ RefreshTokenRotation, ...flows }))).toThrow(
      'Router/Client: refresh tokens do not rotate for a client with ALLOW_REFRESH_TOKEN_AUTH',
    );
  });

  it('may rotate them with other flows, or not at all', () => {
    checkClients(clientWith({ RefreshTokenRotation, ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] }));

    expect(() => checkClients(clientWith({}))).not.toThrow();
  });
});
