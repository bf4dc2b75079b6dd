import { describe, expect, it } from 'vitest';
import { Resources } from '../../../local/assembly/resources.ts';
import { Template } from '../../../local/assembly/template.ts';
import { SecurityGroups } from '../../../local/network/security-groups.ts';

type Declared = Readonly<Record<string, { readonly Type: string; readonly Properties: object }>>;

const groupsOf = (declared: Declared): SecurityGroups => {
  const template = Template.parse({ Resources: declared });
  return new SecurityGroups(new Resources({ stacks: [{ name: 'Net', template }], assets: new Map() }, 'http://door'));
};

const group = (properties: object = {}) => ({ Type: 'AWS::EC2::SecurityGroup', Properties: properties });
const web = (source: object) => ({ IpProtocol: 'tcp', FromPort: 80, ToPort: 80, ...source });

const stranger = { address: '198.51.100.7', groups: [] };
const ours = (name: string) => ({ address: '10.0.0.9', groups: [`Net-${name}`] });

describe('a way in', () => {
  it.each([
    ['from nobody without a rule', {}, 80, false],
    ['from a range that holds the address', { SecurityGroupIngress: [web({ CidrIp: '198.51.100.0/24' })] }, 80, true],
    ['from anybody', { SecurityGroupIngress: [web({ CidrIp: '0.0.0.0/0' })] }, 80, true],
    ['not from another range', { SecurityGroupIngress: [web({ CidrIp: '10.0.0.0/16' })] }, 80, false],
    ['not to another port', { SecurityGroupIngress: [web({ CidrIp: '0.0.0.0/0' })] }, 81, false],
    ['not by IPv6', { SecurityGroupIngress: [web({ CidrIpv6: '::/0' })] }, 80, false],
    ['not by another protocol', { SecurityGroupIngress: [web({ CidrIp: '0.0.0.0/0', IpProtocol: 'udp' })] }, 80, false],
    ['to any port by any protocol', { SecurityGroupIngress: [{ IpProtocol: '-1', CidrIp: '0.0.0.0/0' }] }, 443, true],
    ['from a prefix list', { SecurityGroupIngress: [web({ SourcePrefixListId: 'pl-1' })] }, 80, true],
    ['not from another prefix list', { SecurityGroupIngress: [web({ SourcePrefixListId: 'pl-2' })] }, 80, false],
  ])('is open %s', (_, properties, port, expected) => {
    const groups = groupsOf({ To: group(properties) });

    expect(groups.admit({ ...stranger, prefixLists: ['pl-1'] }, ours('To'), port)).toBe(expected);
  });

  it('is not open to strangers by the range of the VPC', () => {
    const groups = groupsOf({
      Vpc: { Type: 'AWS::EC2::VPC', Properties: { CidrBlock: '10.0.0.0/16' } },
      To: group({ SecurityGroupIngress: [web({ CidrIp: { 'Fn::GetAtt': ['Vpc', 'CidrBlock'] } })] }),
    });

    expect(groups.admit(stranger, ours('To'), 80)).toBe(false);
    expect(groups.admit({ address: '10.0.7.7', groups: [] }, ours('To'), 80)).toBe(true);
  });

  it('is open to a group by a rule of its own, and to no other', () => {
    const groups = groupsOf({
      From: group(),
      To: group(),
      Rule: {
        Type: 'AWS::EC2::SecurityGroupIngress',
        Properties: web({ GroupId: { Ref: 'To' }, SourceSecurityGroupId: { 'Fn::GetAtt': ['From', 'GroupId'] } }),
      },
    });

    expect(groups.admit(ours('From'), ours('To'), 80)).toBe(true);
    expect(groups.admit(ours('Other'), ours('To'), 80)).toBe(false);
  });
});

describe('a way out', () => {
  it('is open where no rule speaks of it', () => {
    expect(groupsOf({ From: group() }).admit(ours('From'), stranger, 443)).toBe(true);
  });

  it('is only open as rules say where there are some', () => {
    const groups = groupsOf({
      From: group(),
      To: group({ SecurityGroupIngress: [web({ CidrIp: '0.0.0.0/0' })] }),
      Rule: {
        Type: 'AWS::EC2::SecurityGroupEgress',
        Properties: web({ GroupId: { Ref: 'From' }, DestinationSecurityGroupId: { Ref: 'To' } }),
      },
    });

    expect(groups.admit(ours('From'), ours('To'), 80)).toBe(true);
    expect(groups.admit(ours('From'), stranger, 80)).toBe(false);
  });
});

it.each([
  ['names nobody', {}, 'neither range, group nor prefix list'],
  ['has a range that is none', { CidrIp: 'anywhere' }, 'anywhere is no range'],
])('stops the start when a rule %s', (_, source, message) => {
  expect(() => groupsOf({ To: group({ SecurityGroupIngress: [web(source)] }) })).toThrow(message);
});
