import { Aws, Duration, Fn, RemovalPolicy } from 'aws-cdk-lib';
import { AccountRecovery, FeaturePlan, ManagedLoginVersion, Mfa, UserPool } from 'aws-cdk-lib/aws-cognito';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

const PASSWORD_POLICY = {
  minLength: 12,
  requireLowercase: true,
  requireUppercase: true,
  requireDigits: true,
  requireSymbols: true,
  tempPasswordValidity: Duration.days(7),
};

/** Cognito's mail to a new person. It has no link: the invitation, another mail, has one. */
const FIRST_PASSWORD = {
  emailSubject: 'Your first password for the notification router',
  emailBody:
    'Sign in as {username} with this first password, within seven days: {####}<br><br>You will be asked for one of your own. The invitation with the link comes in another mail, or from whoever invites you.',
};

/**
 * The people who may sign in, where no other issuer is named. Nobody signs up by themselves: owners invite, and operators
 * add people.
 */
export class People extends Construct {
  readonly pool: UserPool;
  /** What a browser calls to sign somebody in: the issuer, and the domain of its endpoints. */
  readonly origins: readonly string[];

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.pool = new UserPool(this, 'Pool', {
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: false,
      userInvitation: FIRST_PASSWORD,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      standardAttributes: { email: { required: true, mutable: true } },
      passwordPolicy: PASSWORD_POLICY,
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    acknowledge(this.pool, {
      'AwsSolutions-COG2': 'A second factor is offered; whether everybody needs one is for the organisation to say.',
      'AwsSolutions-COG8': 'Threat protection costs $0.02 for each person a month; who wants it switches the plan.',
    });
    const domain = this.pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: `router-${stackGuid()}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    this.origins = [`https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}`, domain.baseUrl()];
  }

  /** Add somebody. */
  grantAdd(grantee: IGrantable): Grant {
    const resourceArns = [this.pool.userPoolArn];
    return Grant.addToPrincipal({ grantee, actions: ['cognito-idp:AdminCreateUser'], resourceArns });
  }
}

/** Domain prefixes are shared by the whole Region, so it holds the unique part of the stack's id. */
function stackGuid(): string {
  return Fn.select(2, Fn.split('/', Aws.STACK_ID));
}
