/** The dashboard's client id at the local issuer. */
export const LOCAL_CLIENT_ID = 'dashboard';

/** Where the local issuer lies below a base URL. */
export function localIssuerOf(baseUrl: string): string {
  return `${baseUrl}/oidc`;
}

/** The account, the region and the domain suffix everything has on a laptop. */
export const ACCOUNT = '000000000000';
export const REGION = 'us-east-1';
const SUFFIX = 'amazonaws.com';

/** A resource by its physical name, with the two things only the running engines know. */
export interface Identity {
  readonly type: string;
  readonly physicalName: string;
  /** Origin of the one AWS endpoint, `http://127.0.0.1:<port>`. */
  readonly doorUrl: string;
  /** Origin of the app, below which its user pool signs people in. */
  readonly baseUrl: string;
}

type Attributes = Readonly<Record<string, string>>;

/** What `Fn::GetAtt` finds on a resource; the empty name is what `Ref` gives. */
export function attributesOf({ type, physicalName: name, doorUrl, baseUrl }: Identity): Attributes {
  const byType: Readonly<Record<string, () => Attributes>> = {
    'AWS::DynamoDB::GlobalTable': () => ({
      '': name,
      Arn: arn('dynamodb', `table/${name}`),
      StreamArn: streamArn(name),
      TableId: name,
    }),
    'AWS::SQS::Queue': () => {
      const url = `${doorUrl}/${ACCOUNT}/${name}`;
      return { '': url, QueueUrl: url, Arn: arn('sqs', name), QueueName: name };
    },
    'AWS::Lambda::Function': () => ({ '': name, Arn: arn('lambda', `function:${name}`) }),
    'AWS::S3::Bucket': () => bucketAttributes(name),
    'AWS::Cognito::UserPool': () => ({
      '': name,
      Arn: arn('cognito-idp', `userpool/${name}`),
      UserPoolId: name,
      ProviderURL: localIssuerOf(baseUrl),
    }),
    'AWS::Cognito::UserPoolClient': () => ({ '': LOCAL_CLIENT_ID, ClientId: LOCAL_CLIENT_ID }),
    'AWS::KMS::Key': () => ({ '': name, KeyId: name, Arn: arn('kms', `key/${name}`) }),
    'AWS::SecretsManager::Secret': () => ({ '': arn('secretsmanager', `secret:${name}`) }),
    'AWS::SNS::Topic': () => ({ '': arn('sns', name), TopicArn: arn('sns', name), TopicName: name }),
    'AWS::Events::Rule': () => ({ '': name, Arn: arn('events', `rule/${name}`) }),
    'AWS::Logs::LogGroup': () => ({ '': name, Arn: arn('logs', `log-group:${name}:*`) }),
    'AWS::IAM::Role': () => ({ '': name, Arn: `arn:aws:iam::${ACCOUNT}:role/${name}`, RoleId: name }),
    'AWS::ApiGatewayV2::Api': () => ({
      '': name.toLowerCase(),
      ApiId: name.toLowerCase(),
      ApiEndpoint: `https://${name.toLowerCase()}.execute-api.${REGION}.${SUFFIX}`,
    }),
    'AWS::CloudFront::Distribution': () => ({
      '': name,
      Id: name,
      DomainName: `${name.toLowerCase()}.cloudfront.net`,
    }),
    'AWS::CloudFront::Function': () => {
      const functionArn = `arn:aws:cloudfront::${ACCOUNT}:function/${name}`;
      return { '': functionArn, FunctionARN: functionArn, 'FunctionMetadata.FunctionARN': functionArn, Stage: 'LIVE' };
    },
    'AWS::ElasticLoadBalancingV2::LoadBalancer': () => ({
      ...generic(name, arn('elasticloadbalancing', `loadbalancer/app/${name}`)),
      DNSName: `internal-${name.toLowerCase()}.${REGION}.elb.${SUFFIX}`,
      LoadBalancerArn: arn('elasticloadbalancing', `loadbalancer/app/${name}`),
      LoadBalancerFullName: `app/${name}`,
      LoadBalancerName: name,
      CanonicalHostedZoneID: 'Z0000000000000',
    }),
  };
  return byType[type]?.() ?? generic(name, arn('local', name));
}

/**
 * The one stream of a table, as policies name it. The engine names streams by their time, so no API call takes this
 * name: whoever needs the engine's asks DescribeTable.
 */
export function streamArn(table: string): string {
  return arn('dynamodb', `table/${table}/stream/current`);
}

function bucketAttributes(name: string): Attributes {
  return {
    '': name,
    Arn: `arn:aws:s3:::${name}`,
    DomainName: `${name}.s3.${SUFFIX}`,
    RegionalDomainName: `${name}.s3.${REGION}.${SUFFIX}`,
    WebsiteURL: `http://${name}.s3-website-${REGION}.${SUFFIX}`,
  };
}

/** Inert resources are only ever named, by other inert resources and in outputs. */
function generic(name: string, arn: string): Attributes {
  const names = ['', 'Id', 'GroupId', 'PolicyId', 'VpcId', 'SubnetId', 'InternetGatewayId', 'RouteTableId', 'Name'];
  const arns = ['Arn', 'TargetGroupArn', 'ListenerArn', 'TaskDefinitionArn', 'ServiceArn', 'VpcOriginArn'];
  const more = ['DefaultSecurityGroup', 'CidrBlock', 'AvailabilityZone', 'DefaultNetworkAcl', 'TargetGroupFullName'];
  return Object.fromEntries([
    ...[...names, ...more].map((key): [string, string] => [key, name]),
    ...arns.map((key): [string, string] => [key, arn]),
  ]);
}

function arn(service: string, resource: string): string {
  return `arn:aws:${service}:${REGION}:${ACCOUNT}:${resource}`;
}
