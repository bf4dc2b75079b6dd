import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { getEndpointFromInstructions } from '@smithy/core/endpoints';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dynamoDbEndpoint } from '../../../../adapters/aws/calls/endpoint.ts';
import { placeOf } from '../../../../adapters/aws/calls/http-post.ts';

const regions = [
  'us-east-1',
  'eu-central-1',
  'ap-southeast-7',
  'mx-central-1',
  'il-central-1',
  'ca-west-1',
  'cn-north-1',
  'cn-northwest-1',
  'us-gov-east-1',
  'us-gov-west-1',
  'eusc-de-east-1',
  'us-iso-east-1',
  'us-isob-east-1',
  'us-isof-south-1',
  'eu-isoe-west-1',
];
const flags = [false, true];
const settings = regions.flatMap((region) => flags.flatMap((fips) => flags.map((dual) => ({ region, fips, dual }))));

let environment: NodeJS.ProcessEnv;
beforeEach(() => {
  environment = process.env;
  process.env = {};
});
afterEach(() => {
  process.env = environment;
});

/** Where the SDK would look for it. */
async function endpointOfSdk({ region, fips, dual }: (typeof settings)[number]): Promise<string> {
  const credentials = { accessKeyId: 'a', secretAccessKey: 's' };
  const client = new DynamoDBClient({ region, credentials, useFipsEndpoint: fips, useDualstackEndpoint: dual });
  const { url } = await getEndpointFromInstructions({ TableName: 'T' }, GetItemCommand, { ...client.config });
  return url.origin;
}

describe('the endpoint of DynamoDB', () => {
  it.each(settings)('is that of the SDK in $region, FIPS $fips, IPv6 $dual', async (setting) => {
    process.env['AWS_USE_FIPS_ENDPOINT'] = String(setting.fips);
    process.env['AWS_USE_DUALSTACK_ENDPOINT'] = String(setting.dual);

    const endpoint = dynamoDbEndpoint(setting.region);

    expect(endpoint).toBe(await endpointOfSdk(setting));
  });

  it('is the one that the environment names for all services, or for this one before that', () => {
    process.env['AWS_ENDPOINT_URL'] = 'http://127.0.0.1:1';
    const ofAll = dynamoDbEndpoint('eu-central-1');
    process.env['AWS_ENDPOINT_URL_DYNAMODB'] = 'http://127.0.0.1:2';

    expect([ofAll, dynamoDbEndpoint('eu-central-1')]).toEqual(['http://127.0.0.1:1', 'http://127.0.0.1:2']);
  });
});

describe('the place of an endpoint', () => {
  it('has the host as it is signed, and the name as it is looked up', () => {
    expect(placeOf('https://[::1]:8443/path')).toEqual({
      host: '[::1]:8443',
      hostname: '::1',
      port: '8443',
      isPlain: false,
    });
    expect(placeOf('http://sqs.local')).toMatchObject({ host: 'sqs.local', port: '', isPlain: true });
  });
});
