import { environmentOf } from './environment.ts';

/** How regions of other partitions begin, and how the names of their services end: with IPv4 only, and with IPv6. */
const PARTITIONS = [
  ['cn-', 'amazonaws.com.cn', 'api.amazonwebservices.com.cn'],
  ['eusc-', 'amazonaws.eu', 'api.amazonwebservices.eu'],
  ['us-iso-', 'c2s.ic.gov', 'api.aws.ic.gov'],
  ['us-isob-', 'sc2s.sgov.gov', 'api.aws.scloud'],
  ['us-isof-', 'csp.hci.ic.gov', 'api.aws.hci.ic.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk', 'api.cloud-aws.adc-e.uk'],
] as const;

/**
 * Where DynamoDB is. The environment may name another place, or ask for FIPS or IPv6, as with the SDK.
 *
 * @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html
 */
export function dynamoDbEndpoint(region: string): string {
  const named = environmentOf('AWS_ENDPOINT_URL_DYNAMODB') ?? environmentOf('AWS_ENDPOINT_URL');
  if (named !== undefined) return named;
  const isDual = isOn('AWS_USE_DUALSTACK_ENDPOINT');
  // In GovCloud, the usual endpoint is the one for FIPS.
  const isFips = isOn('AWS_USE_FIPS_ENDPOINT') && (isDual || !region.startsWith('us-gov-'));
  const partition = PARTITIONS.find(([prefix]) => region.startsWith(prefix));
  const [, plain, dual] = partition ?? ['', 'amazonaws.com', 'api.aws'];
  return `https://dynamodb${isFips ? '-fips' : ''}.${region}.${isDual ? dual : plain}`;
}

const isOn = (name: string): boolean => environmentOf(name) === 'true';
