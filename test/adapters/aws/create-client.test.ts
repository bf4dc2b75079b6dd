import { once } from 'node:events';
import { createServer as createHttp2Server } from 'node:http2';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { globSync, readFileSync } from 'node:fs';
import { AdminCreateUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DescribeStreamCommand, DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { KinesisClient, ListShardsCommand } from '@aws-sdk/client-kinesis';
import { GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PinpointSMSVoiceV2Client, SendTextMessageCommand } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendTaskSuccessCommand, SFNClient } from '@aws-sdk/client-sfn';
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClientClass, createClient } from '../../../adapters/aws/create-client.ts';

const PATIENCE = { patienceMs: 150, maxAttempts: 1 };

/** One call of each service. */
const calls: Record<string, () => Promise<unknown>> = {
  CognitoIdentityProviderClient: async () =>
    made(CognitoIdentityProviderClient).send(new AdminCreateUserCommand({ UserPoolId: 'x_y', Username: 'a' })),
  DynamoDBClient: async () => made(DynamoDBClient).send(new DescribeTableCommand({ TableName: 'Table' })),
  DynamoDBStreamsClient: async () =>
    made(DynamoDBStreamsClient).send(new DescribeStreamCommand({ StreamArn: `arn:aws:dynamodb:${'x'.repeat(30)}` })),
  EventBridgeClient: async () => made(EventBridgeClient).send(new PutEventsCommand({ Entries: [{ Detail: '{}' }] })),
  KinesisClient: async () => made(KinesisClient).send(new ListShardsCommand({ StreamName: 'stream' })),
  KMSClient: async () => made(KMSClient).send(new GenerateDataKeyCommand({ KeyId: 'key', KeySpec: 'AES_256' })),
  LambdaClient: async () => made(LambdaClient).send(new InvokeCommand({ FunctionName: 'function' })),
  PinpointSMSVoiceV2Client: async () =>
    made(PinpointSMSVoiceV2Client).send(new SendTextMessageCommand({ DestinationPhoneNumber: '+15005550006' })),
  S3Client: async () => {
    const { Body } = await made(S3Client).send(new GetObjectCommand({ Bucket: 'bucket', Key: 'key' }));
    return Body?.transformToString();
  },
  SecretsManagerClient: async () => made(SecretsManagerClient).send(new GetSecretValueCommand({ SecretId: 'secret' })),
  SESv2Client: async () => made(SESv2Client).send(new SendEmailCommand({ Content: {} })),
  SFNClient: async () => made(SFNClient).send(new SendTaskSuccessCommand({ taskToken: 't', output: '{}' })),
  SNSClient: async () => made(SNSClient).send(new PublishCommand({ TopicArn: 'arn:aws:sns:x:0:t', Message: 'm' })),
  SSMClient: async () => made(SSMClient).send(new GetParameterCommand({ Name: 'parameter' })),
  SQSClient: async () => made(SQSClient).send(new SendMessageCommand({ QueueUrl: endpoint, MessageBody: 'm' })),
};

let endpoint: string;
let server: Server | undefined;
let sockets: Socket[];
let environment: NodeJS.ProcessEnv;

function made<Client>(Service: ClientClass<Client>): Client {
  return createClient(Service, PATIENCE);
}

async function serve(listening: Server): Promise<void> {
  server = listening;
  listening.listen(0, '127.0.0.1');
  listening.on('connection', (socket: Socket) => sockets.push(socket.on('error', () => {})));
  await once(listening, 'listening');
  endpoint = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  process.env['AWS_ENDPOINT_URL'] = endpoint;
}

beforeEach(() => {
  sockets = [];
  environment = process.env;
  process.env = { ...environment, AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' };
});

afterEach(() => {
  process.env = environment;
  for (const socket of sockets) socket.destroy();
  server?.close();
  server = undefined;
});

describe('a client of AWS', () => {
  it('is made here for every service that the router calls', () => {
    const sources = globSync('{adapters,lambdas,live-stream}/**/*.ts').map((file) => readFileSync(file, 'utf8'));

    const made = sources.flatMap((text) =>
      [...text.matchAll(/(?:create(?:Channel)?Client|clientsByRegion)\((\w+Client)\b/g)].map(([, name]) => name),
    );

    expect(new Set(made)).toEqual(new Set(Object.keys(calls)));
  });

  it.each(Object.keys(calls))('%s gives up a service that accepts a connection and says nothing', async (name) => {
    await serve(createServer());

    await expect(calls[name]!()).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it.each(Object.keys(calls).filter((name) => name !== 'KinesisClient'))(
    '%s gives up an answer that stops in its middle',
    async (name) => {
      await serve(
        createServer((socket) => {
          socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"a":'));
        }),
      );

      await expect(calls[name]!()).rejects.toMatchObject({ name: 'TimeoutError' });
    },
  );

  it('KinesisClient gives up an answer that stops in its middle', async () => {
    const http2 = createHttp2Server((_, response) => {
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
      response.write('{"a":');
    });
    await serve(http2);

    await expect(calls['KinesisClient']!()).rejects.toThrow('Unexpected end of JSON input');
  });
});
