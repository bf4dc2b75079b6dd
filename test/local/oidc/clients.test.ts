import { describe, expect, it } from 'vitest';
import { Resources } from '../../../local/assembly/resources.ts';
import { Template } from '../../../local/assembly/template.ts';
import { callbacksOf } from '../../../local/oidc/clients.ts';

const clientWith = (Properties: object) => {
  const template = Template.parse({ Resources: { Client: { Type: 'AWS::Cognito::UserPoolClient', Properties } } });
  return new Resources({ stacks: [{ name: 'Router', template }], assets: new Map() }, 'http://127.0.0.1:1');
};
const BASE_URL = 'http://192.0.2.1:8080';
const RefreshTokenRotation = { Feature: 'ENABLED', RetryGracePeriodSeconds: 10 };

describe('a client of the user pool', () => {
  it.each([
    ['names no flows', {}],
    ['names the flow', { ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'] }],
  ])('is refused, as by Cognito, when its refresh tokens rotate and it %s', (_, flows) => {
    expect(() => callbacksOf(clientWith({ RefreshTokenRotation, ...flows }), BASE_URL)).toThrow(
      'Router/Client: refresh tokens do not rotate for a client with ALLOW_REFRESH_TOKEN_AUTH',
    );
  });

  it('may rotate them with other flows, or not at all', () => {
    callbacksOf(clientWith({ RefreshTokenRotation, ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] }), BASE_URL);

    expect(() => callbacksOf(clientWith({}), BASE_URL)).not.toThrow();
  });

  it('is answered at the router here, at https, and at http on localhost', () => {
    const CallbackURLs = [`${BASE_URL}/callback`, 'https://notify.example.com/callback', 'http://localhost:1/callback'];

    expect(callbacksOf(clientWith({ CallbackURLs }), BASE_URL)).toEqual(CallbackURLs);
  });

  it.each([
    ['http elsewhere', ['http://192.0.2.2/callback']],
    ['http at an address of this machine', ['http://127.0.0.1:28765/callback']],
    ['a name that only begins so', ['http://localhost.example.com/callback']],
    ['a fragment', ['https://notify.example.com/callback#']],
    ['no address', ['/callback']],
    ['too many', Array.from({ length: 101 }, (_, index) => `https://notify.example.com/${index}`)],
  ])('is refused, as by Cognito, with a callback at %s', (_, CallbackURLs) => {
    expect(() => callbacksOf(clientWith({ CallbackURLs }), BASE_URL)).toThrow(/^Router\/Client: a c(allback|lient)/);
  });
});
