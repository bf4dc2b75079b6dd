import { beforeAll, describe, expect, it } from 'vitest';
import { Resources } from '../../local/assembly/resources.ts';
import { Template } from '../../local/assembly/template.ts';
import { checkImpliedCalls } from '../../local/boot/implied-calls.ts';
import { AccessControl } from '../../local/iam/access-control.ts';
import { synthesize } from './synthesize.ts';

type Json = Record<string, { Resources: Record<string, { Type: string; Properties: Record<string, unknown> }> }>;
let templates: Json;

beforeAll(() => {
  const { stacks, data, router, liveStream } = synthesize({
    PUBLIC_BASE_URL: 'http://localhost:8080',
    OIDC_ISSUER: 'http://localhost:8080/oidc',
    OIDC_CLIENT_ID: 'local',
  });
  templates = {
    [stacks.data.stackName]: data.toJSON(),
    [stacks.router.stackName]: router.toJSON(),
    [stacks.liveStream!.stackName]: liveStream!.toJSON(),
  } as Json;
});

/** Checks the templates after a change to them. */
function check(change: (templates: Json) => void = () => {}): void {
  const changed = structuredClone(templates);
  change(changed);
  const stacks = Object.entries(changed).map(([name, json]) => ({ name, template: Template.parse(json) }));
  const resources = new Resources({ stacks, assets: new Map() }, 'http://127.0.0.1:4000');
  const functions = resources.ofType('AWS::Lambda::Function', {}).map(({ physicalName }) => physicalName);
  const started = functions.filter((name) => !name.includes('BucketDeployment'));
  checkImpliedCalls(resources, new AccessControl(resources, () => () => {}), started);
}

/** Takes a text out of every resource of a type. */
const without = (type: string, text: string, instead: string) => (changed: Json) => {
  for (const { Resources } of Object.values(changed)) {
    for (const resource of Object.values(Resources)) {
      if (resource.Type !== type) continue;
      resource.Properties = JSON.parse(JSON.stringify(resource.Properties).replaceAll(text, instead));
    }
  }
};

describe('what AWS does around functions', () => {
  it('is allowed by the templates', () => {
    expect(() => check()).not.toThrow();
  });

  it.each([
    ['to call a function for a route', 'AWS::Lambda::Permission', '/*/*/*', '/*/GET/*', /lambda:InvokeFunction/],
    [
      'to call a function for the default route',
      'AWS::Lambda::Permission',
      '/*/$default',
      '/*/*/$default',
      /\$default/,
    ],
    ['to call a function every minute', 'AWS::Lambda::Permission', 'events.amazonaws', 'event.amazonaws', /rule/],
    ['to call a function with a bounce', 'AWS::Lambda::Permission', 'sns.amazonaws', 'sqs.amazonaws', /sns\.amazonaws/],
    ['to knock at the streams', 'AWS::IAM::Policy', 'events:Invoke', 'events:Put', /events:InvokeApiDestination/],
    ['to tell a topic of a bounce', 'AWS::SNS::TopicPolicy', ':configuration-set/', ':identity/', /sns:Publish/],
    ['to read the files of the dashboard', 'AWS::S3::BucketPolicy', 's3:GetObject', 's3:ListBucket', /s3:GetObject/],
    ['to take jobs from a queue', 'AWS::IAM::Policy', 'sqs:ReceiveMessage', 'sqs:SendMessage', /sqs:ReceiveMessage/],
    ['to delete jobs from a queue', 'AWS::IAM::Policy', 'sqs:DeleteMessage', 'sqs:SendMessage', /sqs:DeleteMessage/],
    ['to write logs', 'AWS::IAM::Policy', 'logs:PutLogEvents', 'logs:CreateLogStream', /logs:PutLogEvents/],
  ])('stops the start without the permission %s', (_, type, text, instead, message) => {
    expect(() => check(without(type, text, instead))).toThrow(message);
  });
});
