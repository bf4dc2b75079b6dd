import { describe, expect, it } from 'vitest';
import { parseLocalSettings } from '../../local/settings.ts';

const parse = (environment: Record<string, string>) => parseLocalSettings(environment, '/project');

describe('parseLocalSettings', () => {
  it('has defaults for everything, with loopback open to outgoing calls', () => {
    expect(parse({ HOME: '/home/me', PATH: '/usr/bin' })).toEqual({
      kind: 'ok',
      settings: {
        port: 8080,
        addresses: ['127.0.0.1', '::1'],
        dataDir: '/project/.local',
        dynamodbEndpoint: undefined,
        searchPath: '/usr/bin',
        lambdaConcurrency: 1000,
        context: {
          OUTBOUND_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
          EMAIL_FROM: 'Notification router <router@example.com>',
          AWS_TARGETS: 'arn:aws:sns:*:*:*,arn:aws:sqs:*:*:*,arn:aws:events:*:*:event-bus/*',
        },
      },
    });
  });

  it('passes the settings of the app on, also an empty one', () => {
    const environment = { OUTBOUND_ALLOWED_CIDRS: '', BILLING: 'plans', DATA_DIR: '/elsewhere', PORT: '0' };

    expect(parse(environment)).toMatchObject({
      kind: 'ok',
      settings: { port: 0, dataDir: '/elsewhere', context: { OUTBOUND_ALLOWED_CIDRS: '', BILLING: 'plans' } },
    });
  });

  it('runs the app that it is told, from the folder where that stands', () => {
    expect(parse({ CDK_APP: 'apps/shop.ts' })).toMatchObject({
      settings: { app: expect.stringMatching(/^\/.*\/apps\/shop\.ts$/) },
    });
    expect(parse({})).toMatchObject({ settings: { app: undefined } });
  });

  it('listens where it is told, and there alone', () => {
    expect(parse({ LISTEN_ADDRESS: '0.0.0.0' })).toMatchObject({ settings: { addresses: ['0.0.0.0'] } });
  });

  it.each([
    ['PORT', '80a', 'PORT: 80a is not allowed; it must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'PORT: 65536 is not allowed; it must be a whole number from 0 to 65535'],
    ['PORT', '', 'PORT: "" is not allowed; it must be a whole number from 0 to 65535'],
    ['DATA_DIR', ' ', 'DATA_DIR: " " is not allowed; it must be a path'],
    ['DYNAMODB_ENDPOINT', 'localhost', 'DYNAMODB_ENDPOINT: localhost is not allowed; it must be an http origin'],
    [
      'LISTEN_ADDRESS',
      'everywhere',
      'LISTEN_ADDRESS: everywhere is not allowed; it must be an IP address of this machine',
    ],
    ['BILLING', 'gold', 'BILLING: gold is not allowed; it must be one of: none, plans'],
  ])('refuses %s=%s in one line', (name, value, message) => {
    const parsed = parse({ [name]: value });

    expect(parsed).toMatchObject({ kind: 'invalid', message: expect.stringContaining(message) });
  });
});
