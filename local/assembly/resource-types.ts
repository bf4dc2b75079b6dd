import { UnsupportedTemplate } from './unsupported.ts';

/** Types that a function of the app makes, in the order in which they are looked for. */
export const CUSTOM_TYPES = ['Custom::NotificationRouterChannel', 'Custom::NotificationRouterWebhook'] as const;

/** Types that the runner brings to life, each by the part that reads it. */
const served = new Set<string>([
  ...CUSTOM_TYPES,
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::CloudFront::Distribution',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::DynamoDB::GlobalTable',
  'AWS::EC2::SecurityGroup',
  'AWS::EC2::SecurityGroupEgress',
  'AWS::EC2::SecurityGroupIngress',
  'AWS::ECS::Service',
  'AWS::ECS::TaskDefinition',
  'AWS::ElasticLoadBalancingV2::Listener',
  'AWS::ElasticLoadBalancingV2::LoadBalancer',
  'AWS::ElasticLoadBalancingV2::TargetGroup',
  'AWS::Events::ApiDestination',
  'AWS::Events::Rule',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::KMS::Key',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::SES::ConfigurationSetEventDestination',
  'AWS::SNS::Subscription',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::Queue',
  'AWS::SecretsManager::Secret',
  'AWS::SQS::QueuePolicy',
  'AWS::StepFunctions::StateMachine',
  'Custom::CDKBucketDeployment',
]);

/** Types that have nothing to do on a laptop. Deliberately a list: somebody must think about each new type once. */
const inert = new Set([
  'AWS::ApplicationAutoScaling::ScalableTarget',
  'AWS::ApplicationAutoScaling::ScalingPolicy',
  'AWS::CDK::Metadata',
  'AWS::CloudFront::CachePolicy',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudFront::OriginRequestPolicy',
  'AWS::CloudFront::VpcOrigin',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::CompositeAlarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Cognito::ManagedLoginBranding',
  'AWS::Cognito::UserPoolDomain',
  'AWS::EC2::EIP',
  'AWS::EC2::EgressOnlyInternetGateway',
  'AWS::EC2::FlowLog',
  'AWS::EC2::InternetGateway',
  'AWS::EC2::Route',
  'AWS::EC2::RouteTable',
  'AWS::EC2::Subnet',
  'AWS::EC2::SubnetRouteTableAssociation',
  'AWS::EC2::VPC',
  'AWS::EC2::VPCCidrBlock',
  'AWS::EC2::VPCEndpoint',
  'AWS::EC2::VPCGatewayAttachment',
  'AWS::ECS::Cluster',
  'AWS::ECS::ClusterCapacityProviderAssociations',
  'AWS::ElasticLoadBalancingV2::ListenerRule',
  'AWS::Events::Connection',
  'AWS::IAM::ServiceLinkedRole',
  'AWS::KMS::Alias',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::LayerVersion',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::ResourcePolicy',
  'AWS::SES::ConfigurationSet',
  'AWS::SNS::Topic',
  'AWS::SSM::Parameter',
  'AWS::WAFv2::LoggingConfiguration',
  'AWS::WAFv2::WebACL',
  'Custom::LogRetention',
  'Custom::S3AutoDeleteObjects',
  'Custom::VpcRestrictDefaultSG',
]);

/** Whether a function of the app makes resources of a type. */
export function isCustom(type: string): boolean {
  return CUSTOM_TYPES.some((custom) => custom === type);
}

/**
 * Throws when the runner neither serves nor deliberately ignores a resource type.
 *
 * @throws UnsupportedTemplate naming the resource and its type.
 */
export function checkResourceType(where: string, type: string): void {
  if (served.has(type) || inert.has(type)) return;
  throw new UnsupportedTemplate(where, `the resource type ${type} is not known to the local runner`);
}
