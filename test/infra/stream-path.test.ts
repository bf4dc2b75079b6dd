import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Resources } from '../../local/assembly/resources.ts';
import { Template } from '../../local/assembly/template.ts';
import { balancerOf } from '../../local/container/balancer.ts';
import { Container } from '../../local/container/container.ts';
import { containersOf } from '../../local/container/container-definition.ts';
import { SecurityGroups } from '../../local/network/security-groups.ts';
import { blockOn } from '../../local/network/stream-path.ts';
import { resourcesOfType, synthesize } from './synthesize.ts';

const { stacks, data, liveStream } = synthesize({ OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'abc' });
const imageKey = /:([0-9a-f]{64})"/.exec(JSON.stringify(resourcesOfType(liveStream!, 'AWS::ECS::TaskDefinition')))?.[1];

const surroundings = { doorUrl: 'http://127.0.0.1:9', emptyDir: '/none' };
const request = {
  method: 'GET',
  path: '/api/stream/x',
  query: '',
  headers: [],
  body: Readable.from([]),
  readTimeoutMs: 1000,
  signal: new AbortController().signal,
};

/** The load balancer of the stack in which one text is another. */
async function balancerWith(text: string, instead: string) {
  const changed = JSON.stringify(liveStream!.toJSON()).replaceAll(text, instead);
  const declared = [
    { name: stacks.data.stackName, template: Template.parse(data.toJSON()) },
    { name: stacks.liveStream!.stackName, template: Template.parse(JSON.parse(changed)) },
  ];
  const resources = new Resources({ stacks: declared, assets: new Map([[imageKey!, '/image']]) }, 'http://door');
  const [definition] = containersOf(resources);
  const groups = new SecurityGroups(resources);
  const { origin, containers } = balancerOf(definition!, {
    groups,
    start: () => new Container({ definition: definition!, surroundings, logDir: '/none' }),
  });
  const { status } = await origin(request);
  return { block: blockOn(groups, definition!.path), tasks: containers.length, status };
}

describe('the way of a stream through security groups', () => {
  it('is free, up to a task that has not started', async () => {
    expect(await balancerWith('', '')).toEqual({ block: undefined, tasks: 1, status: 503 });
  });

  it.each([
    [
      'edge to balancer',
      'the load balancer admits the VPC only',
      '"CidrIp":"0.0.0.0/0","Description":"CloudFront VPC origin"',
      '"CidrIp":"10.0.0.0/16","Description":"CloudFront VPC origin"',
    ],
    ['edge to balancer', 'the listener has another port', '"Port":80,', '"Port":8080,'],
    ['balancer to task', 'the container has another port', '"ContainerPort":8080', '"ContainerPort":9090'],
  ])('answers 504 when it is blocked from %s: %s', async (block, _, text, instead) => {
    expect(await balancerWith(text, instead)).toEqual({ block, tasks: 1, status: 504 });
  });

  it('has no task at its end when tasks cannot fetch their image', async () => {
    const [open, closed] = ['0.0.0.0/0', '10.0.0.0/16'].map((range) => `"CidrIp":"${range}","Description":"Allow all`);

    expect(await balancerWith(open!, closed!)).toEqual({ block: 'task to world', tasks: 0, status: 503 });
  });
});
