import { describe, expect, it } from 'vitest';
import { propertiesOf, resourcesOfType, synthesize } from './synthesize.ts';

const FUNCTION = 'AWS::Lambda::Function';
const OWN = ['AWS::Cognito::UserPool', 'AWS::Cognito::UserPoolClient', 'AWS::Cognito::UserPoolDomain'];

describe('signing in', () => {
  const own = synthesize({ PUBLIC_BASE_URL: 'https://notify.example.com' });
  const other = synthesize({ OIDC_ISSUER: 'https://login.example.com/', OIDC_CLIENT_ID: 'abc' });

  it('has a user pool that outlives the stack and that nobody joins by themselves', () => {
    const [[id, pool] = []] = resourcesOfType(own.data, 'AWS::Cognito::UserPool');

    expect(id).toBe('PeoplePoolC64A4D1E');
    expect(pool).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: {
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
        DeletionProtection: 'ACTIVE',
        UserPoolTier: 'ESSENTIALS',
        MfaConfiguration: 'OPTIONAL',
        UsernameAttributes: ['email'],
      },
    });
  });

  it('makes the dashboard a public client with code flow and rotated refresh tokens', () => {
    const client = propertiesOf(own.router, 'AWS::Cognito::UserPoolClient');

    expect(client).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email'],
      CallbackURLs: ['https://notify.example.com/callback'],
      LogoutURLs: ['https://notify.example.com/'],
      PreventUserExistenceErrors: 'ENABLED',
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 10 },
    });
    expect(resourcesOfType(own.router, 'AWS::Cognito::ManagedLoginBranding')).toHaveLength(1);
  });

  it('lets people come from the identity providers that were added to the pool', () => {
    const federated = synthesize({ SIGN_IN_PROVIDERS: 'IdentityCenter,Okta' });

    expect(propertiesOf(own.router, 'AWS::Cognito::UserPoolClient')).toMatchObject({
      SupportedIdentityProviders: ['COGNITO'],
    });
    expect(propertiesOf(federated.router, 'AWS::Cognito::UserPoolClient')).toMatchObject({
      SupportedIdentityProviders: ['COGNITO', 'IdentityCenter', 'Okta'],
    });
  });

  it('makes nothing of its own where another issuer is named', () => {
    const left = [other.data, other.router].flatMap((stack) => OWN.flatMap((type) => resourcesOfType(stack, type)));

    expect(left).toEqual([]);
    expect(propertiesOf(other.router, FUNCTION, 'Management')['Environment']).toMatchObject({
      Variables: { OIDC_ISSUER: 'https://login.example.com/', OIDC_CLIENT_ID: 'abc' },
    });
  });

  it('tells the management API the issuer and the client', () => {
    const { Variables } = Object(propertiesOf(own.router, FUNCTION, 'Management')['Environment']);

    expect(JSON.stringify(Variables.OIDC_ISSUER)).toContain('PeoplePool');
    expect(Variables.OIDC_CLIENT_ID).toEqual({ Ref: expect.stringMatching(/^SignInClient/) });
  });
});
