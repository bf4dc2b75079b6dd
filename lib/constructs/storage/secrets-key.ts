import { RemovalPolicy } from 'aws-cdk-lib';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { PRESS_PURPOSE } from '../../../core/channels/press.ts';

/**
 * The customer key that guards the secrets of channels, and nothing else. It never encrypts a secret itself: KMS makes
 * a data key for each organisation, and one for what checks the presses in a channel, and only these are encrypted with it.
 */
export class SecretsKey extends Construct {
  private readonly key: Key;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: 'Notification router: guards the secrets of channels',
      enableKeyRotation: true,
      // Without this key every stored secret is lost.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }

  /** For the environment of a function. */
  get keyArn(): string {
    return this.key.keyArn;
  }

  /** Open the data key of an organisation. */
  grantOpen(grantee: IGrantable): Grant {
    return this.allow(grantee, ['kms:Decrypt']);
  }

  /** Open data keys, and make one for an organisation that has none yet. */
  grantSeal(grantee: IGrantable): Grant {
    return this.allow(grantee, ['kms:Decrypt', 'kms:GenerateDataKey']);
  }

  /** Open what presses of buttons are checked by, and no other secret. */
  grantOpenPressChecks(grantee: IGrantable): Grant {
    return this.allow(grantee, ['kms:Decrypt'], { StringEquals: { 'kms:EncryptionContext:purpose': PRESS_PURPOSE } });
  }

  /** Allows the actions only with the encryption context of every data key: the organisation it belongs to. */
  private allow(grantee: IGrantable, actions: string[], conditions: object = {}): Grant {
    return Grant.addToPrincipal({
      grantee,
      actions,
      resourceArns: [this.key.keyArn],
      conditions: { Null: { 'kms:EncryptionContext:organizationId': 'false' }, ...conditions },
    });
  }
}
