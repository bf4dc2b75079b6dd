import { describe, expect, it } from 'vitest';
import { propertiesOf, resourcesOfType, synthesize } from './synthesize.ts';

/** Where `notify login` waits. Cognito takes `http` at this host name only. */
const COMMAND = [28765, 28766, 28767].map((port) => `http://localhost:${port}/callback`);
const FUNCTION = 'AWS::Lambda::Function';
const OWN = ['AWS::Cognito::UserPool', 'AWS::Cognito::UserPoolClient', 'AWS::Cognito::UserPoolDomain'];

/** An address on the domain that CloudFront gave. */
const onDistribution = (path: string) => ({
  'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [expect.any(String), 'DomainName'] }, path]],
});

describe('signing in', () => {
  const own = synthesize({ PUBLIC_BASE_URL: 'https://notify.example.com' });
  const other = synthesize({ OIDC_ISSUER: 'https://login.example.com/', OIDC_CLIENT_ID: 'abc' });

  it('has a user pool that outlives the stack and that nobody joins by themselves', () => {
    const [[id, pool] = []] = resourcesOfType(own.data, 'AWS::Cognito::UserPool');

    expect(id).toBe('PeoplePoolC64A4D1E');
    expect(pool).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: {
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
        DeletionProtection: 'ACTIVE',
        UserPoolTier: 'ESSENTIALS',
        MfaConfiguration: 'OPTIONAL',
        UsernameAttributes: ['email'],
      },
    });
  });

  it('makes the dashboard and the command a public client with code flow and rotated refresh tokens', () => {
    const client = propertiesOf(own.router, 'AWS::Cognito::UserPoolClient');

    expect(client).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email'],
      CallbackURLs: ['https://notify.example.com/callback', onDistribution('/callback'), ...COMMAND],
      LogoutURLs: ['https://notify.example.com/', onDistribution('/')],
      // Rotation is refused beside ALLOW_REFRESH_TOKEN_AUTH, which is among the flows of a client that names none.
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'],
      PreventUserExistenceErrors: 'ENABLED',
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 10 },
    });
    expect(resourcesOfType(own.router, 'AWS::Cognito::ManagedLoginBranding')).toHaveLength(1);
  });

  it('works on every domain that the dashboard is opened at', () => {
    const onOwnDomain = synthesize({
      DOMAIN_NAME: 'notify.example.com',
      CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:111122223333:certificate/a',
    });

    expect(propertiesOf(synthesize().router, 'AWS::Cognito::UserPoolClient')).toMatchObject({
      CallbackURLs: [onDistribution('/callback'), ...COMMAND],
    });
    expect(propertiesOf(onOwnDomain.router, 'AWS::Cognito::UserPoolClient')).toMatchObject({
      CallbackURLs: ['https://notify.example.com/callback', onDistribution('/callback'), ...COMMAND],
    });
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

  it('lets the management API add whoever is invited, unless somebody else says who may sign in', () => {
    const federated = synthesize({ SIGN_IN_PROVIDERS: 'IdentityCenter' });
    const rights = ({ router }: typeof own) =>
      JSON.stringify(propertiesOf(router, 'AWS::IAM::Policy', 'ManagementFunctionRole')).match(/cognito-idp:\w+/g);
    const poolOf = ({ router }: typeof own) => {
      const { Variables } = Object(propertiesOf(router, FUNCTION, 'Management')['Environment']);
      return JSON.stringify(Variables.ACCOUNTS_POOL);
    };

    expect(rights(own)).toEqual(['cognito-idp:AdminCreateUser']);
    expect(poolOf(own)).toContain('PeoplePool');
    expect([federated, other].map((router) => [rights(router), poolOf(router)])).toEqual([
      [null, '""'],
      [null, '""'],
    ]);
    expect(propertiesOf(own.data, 'AWS::Cognito::UserPool')).toMatchObject({
      AdminCreateUserConfig: {
        InviteMessageTemplate: { EmailMessage: expect.stringMatching(/\{username\}.*\{####\}/) },
      },
      // The first password is good for as long as the invitation is.
      Policies: { PasswordPolicy: { TemporaryPasswordValidityDays: 7 } },
    });
  });

  it('tells the management API the issuer and the client', () => {
    const { Variables } = Object(propertiesOf(own.router, FUNCTION, 'Management')['Environment']);

    expect(JSON.stringify(Variables.OIDC_ISSUER)).toContain('PeoplePool');
    expect(Variables.OIDC_CLIENT_ID).toEqual({ Ref: expect.stringMatching(/^SignInClient/) });
  });
});
