import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Resources } from '../../../local/assembly/resources.ts';
import { Template } from '../../../local/assembly/template.ts';

const DOOR = 'http://127.0.0.1:4000';

function resourcesOf(templates: Record<string, object>): Resources {
  const stacks = Object.entries(templates).map(([name, template]) => ({ name, template: Template.parse(template) }));
  return new Resources({ stacks, assets: new Map([['abc.zip', '/assets/abc']]) }, DOOR);
}

/** What `value` becomes as a variable of a function in the stack `App`. */
function resolved(value: unknown, app: object = {}, others: Record<string, object> = {}): unknown {
  const Resources = { Fn: { Type: 'AWS::Lambda::Function', Properties: { Value: value } } };
  const merged = { ...app, Resources: { ...Resources, ...Reflect.get(app, 'Resources') } };
  return resourcesOf({ App: merged, ...others }).ofType('AWS::Lambda::Function', { Value: z.unknown().optional() })[0]!
    .properties.Value;
}

const queue = { Resources: { Jobs: { Type: 'AWS::SQS::Queue' }, Files: { Type: 'AWS::S3::Bucket' } } };

describe('intrinsic functions', () => {
  it('resolves Ref to the name, URL or ARN that the type has', () => {
    expect(resolved({ Ref: 'Jobs' }, queue)).toBe(`${DOOR}/000000000000/App-Jobs`);
    expect(resolved({ Ref: 'Files' }, queue)).toBe('app-files');
    expect(resolved({ Ref: 'AWS::Region' })).toBe('us-east-1');
    expect(resolved({ Ref: 'AWS::StackName' })).toBe('App');
  });

  it('resolves attributes', () => {
    expect(resolved({ 'Fn::GetAtt': ['Jobs', 'Arn'] }, queue)).toBe('arn:aws:sqs:us-east-1:000000000000:App-Jobs');
    expect(resolved({ 'Fn::GetAtt': 'Files.RegionalDomainName' }, queue)).toBe('app-files.s3.us-east-1.amazonaws.com');
  });

  it.each([
    [{ 'Fn::Join': ['-', ['a', { Ref: 'AWS::Partition' }, 'c']] }, 'a-aws-c'],
    [{ 'Fn::Sub': '${AWS::AccountId}/${!literal}' }, '000000000000/${literal}'],
    [{ 'Fn::Sub': ['${x}:${Jobs.QueueName}', { x: { Ref: 'AWS::Region' } }] }, 'us-east-1:App-Jobs'],
    [{ 'Fn::Select': [2, { 'Fn::Split': ['/', 'https://host/path'] }] }, 'host'],
    [{ 'Fn::FindInMap': ['Map', 'us', 'value'] }, 'found'],
    [{ 'Fn::If': ['Yes', 'then', 'else'] }, 'then'],
    [{ 'Fn::If': ['No', 'then', { Ref: 'AWS::NoValue' }] }, undefined],
    [
      ['a', { Ref: 'AWS::NoValue' }, 'b'],
      ['a', 'b'],
    ],
  ])('resolves %j', (value, expected) => {
    const app = {
      ...queue,
      Mappings: { Map: { us: { value: 'found' } } },
      Conditions: {
        Yes: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-east-1'] },
        No: { 'Fn::Not': [{ Condition: 'Yes' }] },
      },
    };

    expect(resolved(value, app)).toEqual(expected);
  });

  it('resolves what another stack exports or puts out', () => {
    const Data = { ...queue, Outputs: { Out: { Value: { Ref: 'Files' }, Export: { Name: 'Data:Files' } } } };

    expect(resolved({ 'Fn::ImportValue': 'Data:Files' }, {}, { Data })).toBe('data-files');
    expect(resolved({ 'Fn::GetStackOutput': { StackName: 'Data', OutputName: 'Out' } }, {}, { Data })).toBe(
      'data-files',
    );
  });

  it.each([
    ['an unknown function', { 'Fn::Cidr': ['10.0.0.0/16', 2, 8] }, 'App/Fn: Fn::Cidr is not known'],
    ['a missing resource', { Ref: 'Nothing' }, 'App/Nothing: is referred to but does not exist'],
    ['a missing attribute', { 'Fn::GetAtt': ['Jobs', 'Colour'] }, 'App/Jobs: AWS::SQS::Queue has no attribute Colour'],
    ['a missing export', { 'Fn::ImportValue': 'X' }, 'App/Fn: imports X, which no stack exports'],
    [
      'a missing output',
      { 'Fn::GetStackOutput': { StackName: 'S', OutputName: 'O' } },
      'reads the output O of stack S',
    ],
  ])('throws on %s, naming where it stands', (_, value, message) => {
    expect(() => resolved(value, queue)).toThrow(message);
  });
});

describe('Resources', () => {
  it('throws when a resource type is neither served nor deliberately ignored', () => {
    const Resources = { Db: { Type: 'AWS::RDS::DBInstance' } };

    expect(() => resourcesOf({ App: { Resources } })).toThrow(
      'App/Db: the resource type AWS::RDS::DBInstance is not known',
    );
  });

  it('leaves out resources whose condition is false', () => {
    const app = {
      Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
      Resources: { Jobs: { Type: 'AWS::SQS::Queue', Condition: 'Never' } },
    };

    expect(resourcesOf({ App: app }).ofType('AWS::SQS::Queue', {})).toEqual([]);
  });

  it('says in one line what is wrong with a property', () => {
    const resources = resourcesOf({
      App: { Resources: { Jobs: { Type: 'AWS::SQS::Queue', Properties: { A: 1, B: 2 } } } },
    });
    const read = () => resources.ofType('AWS::SQS::Queue', { A: z.string(), B: z.string() });

    expect(read).toThrow(/^App\/Jobs: .*A.*B$/);
  });

  it('finds staged assets and throws on one that is not there', () => {
    const resources = resourcesOf({});

    expect(resources.assetPath('App/Fn', 'abc.zip')).toBe('/assets/abc');
    expect(() => resources.assetPath('App/Fn', 'x.zip')).toThrow(
      'App/Fn: its asset x.zip is not in the cloud assembly',
    );
  });
});

describe('references to secrets', () => {
  const secrets = { Resources: { Key: { Type: 'AWS::SecretsManager::Secret' } } };
  const reference = { 'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: 'Key' }, ':SecretString:::}}']] };

  it('become one text wherever they stand', () => {
    const [first, second] = [resolved(reference, secrets), resolved({ List: [reference] }, secrets)];

    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(second).toEqual({ List: [first] });
  });

  it('stop the start when they are to anything else', () => {
    expect(() => resolved('{{resolve:ssm:name}}')).toThrow(/App\/Fn.*\{\{resolve:ssm:name\}\} is not known here/);
  });
});
