import { CfnSubnet, Peer, Port, SecurityGroup, SubnetType, Vpc, type ISubnet, type IVpc } from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { asInterface } from '../as-interface.ts';

/** What the network depends on. */
export interface StreamNetworkProps {
  readonly containerPort: number;
  /** Ids of its zones. @default the first two of the Region */
  readonly zoneIds?: readonly string[] | undefined;
}

/**
 * A VPC without NAT gateways, which would cost more than all the rest: the task has a public address to reach out, and
 * accepts connections only from the load balancer. The load balancer is in subnets without any way out.
 */
export class StreamNetwork extends Construct {
  readonly vpc: IVpc;
  readonly loadBalancerGroup: SecurityGroup;
  readonly taskGroup: SecurityGroup;

  constructor(scope: Construct, id: string, props: StreamNetworkProps) {
    super(scope, id);
    const vpc = new Vpc(this, 'Vpc', {
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [
        { name: 'Task', subnetType: SubnetType.PUBLIC },
        { name: 'Door', subnetType: SubnetType.PRIVATE_ISOLATED },
      ],
    });
    acknowledge(vpc, { 'AwsSolutions-VPC7': 'A flow log of nothing but open streams costs more than it tells.' });
    if (props.zoneIds !== undefined) {
      placeIn(props.zoneIds, vpc.publicSubnets);
      placeIn(props.zoneIds, vpc.isolatedSubnets);
    }
    this.vpc = asInterface(vpc);
    this.loadBalancerGroup = new SecurityGroup(this, 'LoadBalancerGroup', { vpc: this.vpc, allowAllOutbound: false });
    acknowledge(this.loadBalancerGroup, {
      'AwsSolutions-EC23': 'No way leads there but CloudFront and what is in this VPC: it has private addresses only.',
    });
    this.taskGroup = new SecurityGroup(this, 'TaskGroup', { vpc: this.vpc });
    // CloudFront keeps its own addresses when it comes through its interfaces in this VPC, so the VPC's range does not
    // admit it. The group of those interfaces exists only after the first deployment, and the list of its addresses
    // has another id in each Region. Nobody else gets here: the load balancer is internal, its subnets have no route.
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-vpc-origins.html
    this.loadBalancerGroup.addIngressRule(Peer.anyIpv4(), Port.tcp(80), 'CloudFront VPC origin');
    this.loadBalancerGroup.addEgressRule(this.taskGroup, Port.tcp(props.containerPort), 'Live Stream task');
    this.taskGroup.addIngressRule(this.loadBalancerGroup, Port.tcp(props.containerPort), 'Load balancer');
  }
}

/** Moves subnets from zones by name, which differ from account to account, to zones by id. */
function placeIn(zoneIds: readonly string[], subnets: readonly ISubnet[]): void {
  const resources = subnets.flatMap(({ node }) => node.defaultChild ?? []);
  for (const [index, subnet] of resources.filter((it) => CfnSubnet.isCfnSubnet(it)).entries()) {
    subnet.availabilityZoneId = zoneIds[index];
    subnet.availabilityZone = undefined;
  }
}
