import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { createClient } from '../../adapters/aws/create-client.ts';
import { bad, good, isNamed, type Place, type Probe } from './probe.ts';

/** Where the CDK's default bootstrap stack writes its version. */
const PARAMETER = '/cdk-bootstrap/hnb659fds/version';
/** The lowest version that stacks with assets accept. */
const LEAST_VERSION = 6;
/** The web ACL of a CloudFront distribution must be here. */
const FIREWALL_REGION = 'us-east-1';

function bootstrapped(subject: string, account: string, region: string): Probe {
  const client = createClient(SSMClient, { region });
  const next = `npx cdk bootstrap aws://${account}/${region}`;
  const ask = async () => {
    try {
      const { Parameter } = await client.send(new GetParameterCommand({ Name: PARAMETER }));
      const version = Number(Parameter?.Value);
      return version >= LEAST_VERSION
        ? good(`version ${version} in ${region}`)
        : bad(`version ${Parameter?.Value} in ${region} is too old`, next);
    } catch (error) {
      if (isNamed(error, 'ParameterNotFound')) return bad(`${region} is not bootstrapped`, next);
      throw error;
    }
  };
  return { subject, right: 'ssm:GetParameter', ask };
}

/** The CDK's own resources, in each Region that a stack goes to. */
export function bootstrapProbes({ account, region, settings }: Place): Probe[] {
  const own = bootstrapped('CDK bootstrap', account, region);
  if (settings.WAF_RATE_LIMIT === undefined || region === FIREWALL_REGION) return [own];
  return [own, bootstrapped('CDK bootstrap for the firewall', account, FIREWALL_REGION)];
}
