import { Peer, Port, SecurityGroup, SubnetType, Vpc, type IVpc } from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { asInterface } from '../as-interface.ts';

/**
 * A VPC without NAT gateways, which would cost more than all the rest: the task has a public address for its way out
 * and takes connections from the load balancer only. The load balancer is in subnets without any way out.
 */
export class StreamNetwork extends Construct {
  readonly vpc: IVpc;
  readonly loadBalancerGroup: SecurityGroup;
  readonly taskGroup: SecurityGroup;

  constructor(scope: Construct, id: string, props: { readonly containerPort: number }) {
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
    this.vpc = asInterface(vpc);
    this.loadBalancerGroup = new SecurityGroup(this, 'LoadBalancerGroup', { vpc: this.vpc, allowAllOutbound: false });
    acknowledge(this.loadBalancerGroup, {
      'AwsSolutions-EC23':
        "The rule cannot read the range: it is the VPC's own, in which only CloudFront's interfaces and the task are.",
    });
    this.taskGroup = new SecurityGroup(this, 'TaskGroup', { vpc: this.vpc });
    // CloudFront comes from network interfaces of its own inside this VPC. Their security group exists only after the
    // first deployment, and the prefix list can only be looked up with an account.
    this.loadBalancerGroup.addIngressRule(Peer.ipv4(this.vpc.vpcCidrBlock), Port.tcp(80), 'CloudFront VPC origin');
    this.loadBalancerGroup.addEgressRule(this.taskGroup, Port.tcp(props.containerPort), 'Live Stream task');
    this.taskGroup.addIngressRule(this.loadBalancerGroup, Port.tcp(props.containerPort), 'Load balancer');
  }
}
