import { DescribeAvailabilityZonesCommand, EC2Client } from '@aws-sdk/client-ec2';
import { paginateGetParametersByPath, SSMClient } from '@aws-sdk/client-ssm';
import { createClient } from '../../adapters/aws/create-client.ts';
import { WITHOUT_VPC_ORIGINS } from '../../lib/config/setting-kinds.ts';
import type { Settings } from '../../lib/config/settings.ts';
import { bad, good, type Place, type Probe } from './probe.ts';

const ZONES = 2;

/** The zones that the load balancer of streams will be in: the first two, as `Fn::GetAZs` orders them. */
function zones({ region }: Place): Probe {
  const client = createClient(EC2Client, { region });
  const ask = async () => {
    const Filters = [{ Name: 'zone-type', Values: ['availability-zone'] }];
    const { AvailabilityZones = [] } = await client.send(new DescribeAvailabilityZonesCommand({ Filters }));
    const found = AvailabilityZones.filter(({ State }) => State === 'available')
      .map(({ ZoneName = '', ZoneId = '' }) => ({ name: ZoneName, id: ZoneId }))
      .sort((one, other) => one.name.localeCompare(other.name));
    const list = found.map(({ name, id }) => `${name} is ${id}`).join(', ');
    if (found.length < ZONES) return bad(`only ${list || 'none'}`, 'Streams need two zones: choose another Region.');
    const without = found.slice(0, ZONES).filter(({ id }) => WITHOUT_VPC_ORIGINS.includes(id));
    if (without.length === 0) return good(list);
    const named = without.map(({ name, id }) => `${name} (${id})`).join(', ');
    const next = 'Put the load balancer into other zones (docs/deploy.md), choose another Region, or LIVE_STREAM=off.';
    return bad(`CloudFront has no VPC origins in ${named}; ${list}`, next);
  };
  return { subject: 'Zones for streams', right: 'ec2:DescribeAvailabilityZones', ask };
}

const ALWAYS = [
  'apigatewayv2',
  'cloudwatch',
  'dynamodb',
  'events',
  'kms',
  'lambda',
  's3',
  'secretsmanager',
  'sns',
  'sqs',
];

/** The services that the settings need, by the names under which AWS lists them in Parameter Store. */
function neededServices({ LIVE_STREAM, LIVE_STREAM_SOURCE, OIDC_ISSUER, EMAIL_FROM }: Settings): string[] {
  return [
    ...ALWAYS,
    ...(OIDC_ISSUER === undefined ? ['cognito-idp'] : []),
    ...(EMAIL_FROM === undefined ? [] : ['ses']),
    ...(LIVE_STREAM === 'on' ? ['ecr', 'ecs', 'elb', 'fargate'] : []),
    ...(LIVE_STREAM === 'on' && LIVE_STREAM_SOURCE === 'kinesis' ? ['kinesis'] : []),
  ];
}

function services({ region, settings }: Place): Probe {
  const client = createClient(SSMClient, { region });
  const ask = async () => {
    const offered = new Set<string>();
    const Path = `/aws/service/global-infrastructure/regions/${region}/services`;
    for await (const { Parameters = [] } of paginateGetParametersByPath({ client }, { Path })) {
      for (const { Name = '' } of Parameters) offered.add(Name.slice(Name.lastIndexOf('/') + 1));
    }
    const needed = neededServices(settings);
    const missing = needed.filter((name) => !offered.has(name));
    if (missing.length === 0) return good(`${region} has all ${needed.length} that are needed`);
    return bad(`${region} does not list ${missing.join(', ')}`, 'Choose another Region.');
  };
  return { subject: 'Services of the Region', right: 'ssm:GetParametersByPath', ask };
}

/** Checks whether the Region has what the router needs. */
export function regionProbes(place: Place): Probe[] {
  return place.settings.LIVE_STREAM === 'on' ? [services(place), zones(place)] : [services(place)];
}
