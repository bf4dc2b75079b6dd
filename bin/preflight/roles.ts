import { GetRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { createClient } from '../../adapters/aws/create-client.ts';
import { bad, good, isNamed, type Place, type Probe } from './probe.ts';

/** The roles of services that act in the account themselves, by the service name that creates the role. */
const ROLES = {
  ECS: { role: 'AWSServiceRoleForECS', service: 'ecs.amazonaws.com' },
  ELB: { role: 'AWSServiceRoleForElasticLoadBalancing', service: 'elasticloadbalancing.amazonaws.com' },
  scaling: {
    role: 'AWSServiceRoleForApplicationAutoScaling_ECSService',
    service: 'ecs.application-autoscaling.amazonaws.com',
  },
};

type ServiceRole = (typeof ROLES)[keyof typeof ROLES];

function roleProbe({ region }: Place, { role, service }: ServiceRole): Probe {
  const client = createClient(IAMClient, { region });
  const ask = async () => {
    try {
      await client.send(new GetRoleCommand({ RoleName: role }));
      return good('exists');
    } catch (error) {
      if (!isNamed(error, 'NoSuchEntity', 'NoSuchEntityException')) throw error;
      // AWS makes the role at first use, and a first deployment may be faster than IAM.
      const next = `aws iam create-service-linked-role --aws-service-name ${service}`;
      return bad('does not exist: the first deployment may fail for it', next);
    }
  };
  return { subject: `Role ${role}`, right: 'iam:GetRole', ask };
}

/** The service-linked roles that streams need. */
export function roleProbes(place: Place): Probe[] {
  const { LIVE_STREAM, LIVE_STREAM_SOURCE } = place.settings;
  if (LIVE_STREAM === 'off') return [];
  const needed = LIVE_STREAM_SOURCE === 'kinesis' ? [ROLES.ECS, ROLES.ELB, ROLES.scaling] : [ROLES.ECS, ROLES.ELB];
  return needed.map((role) => roleProbe(place, role));
}
