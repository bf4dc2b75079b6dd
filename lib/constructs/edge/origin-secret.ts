import { RemovalPolicy } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

const LENGTH = 48;

/**
 * How the functions behind the API know that a request came through CloudFront. CloudFormation makes the secrets and
 * puts them where they are needed (dynamic references), so no template holds one and no request costs a look-up.
 */
export class OriginSecret extends Construct {
  /** CloudFront sets this header, and overwrites what the viewer sent. */
  readonly header = 'origin-secret';
  /** The secret that CloudFront sends. */
  readonly sent: string;
  /** The secrets that functions accept, comma-separated. */
  readonly accepted: string;

  /** @param names of the secrets; CloudFront sends the first, functions accept all */
  constructor(scope: Construct, id: string, { names }: { readonly names: readonly string[] }) {
    super(scope, id);
    const values = names.map((name) => this.secret(name));
    this.sent = values[0] ?? '';
    this.accepted = values.join(',');
  }

  private secret(name: string): string {
    const secret = new Secret(this, name, {
      description: 'Notification router: what CloudFront proves itself by to the API',
      generateSecretString: { passwordLength: LENGTH, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledge(secret, {
      'AwsSolutions-SMG4':
        'CloudFront and the functions take the value at deployment, so a rotation is a deployment: docs/deploy.md says how.',
    });
    // A dynamic reference, not the value.
    return secret.secretValue.unsafeUnwrap();
  }
}
