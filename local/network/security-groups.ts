import { BlockList } from 'node:net';
import * as z from 'zod';
import type { Resources } from '../assembly/resources.ts';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';

/** One end of a connection. Without groups it is not ours, and nothing of ours filters it. */
export interface Peer {
  /** IPv4. */
  readonly address: string;
  /** Ids of its security groups. */
  readonly groups: readonly string[];
  /** Ids of the managed prefix lists that its address is in. */
  readonly prefixLists?: readonly string[];
}

/** Allows TCP between a group and the peers that it names. */
interface Rule {
  readonly groupId: string;
  readonly direction: 'in' | 'out';
  readonly fromPort: number;
  readonly toPort: number;
  readonly names: (peer: Peer) => boolean;
}

const Range = {
  IpProtocol: z.union([z.string(), z.number()]).transform(String),
  FromPort: z.number().default(0),
  ToPort: z.number().default(65_535),
  CidrIp: z.string().optional(),
  /** Nothing here has an IPv6 address, so such a rule admits nobody. */
  CidrIpv6: z.string().optional(),
};
const Ingress = z.object({
  ...Range,
  SourceSecurityGroupId: z.string().optional(),
  SourcePrefixListId: z.string().optional(),
});
const Egress = z.object({
  ...Range,
  DestinationSecurityGroupId: z.string().optional(),
  DestinationPrefixListId: z.string().optional(),
});

const shapes = {
  group: {
    SecurityGroupIngress: z.array(Ingress).default([]),
    SecurityGroupEgress: z.array(Egress).default([]),
  },
  ingress: { GroupId: z.string(), ...Ingress.shape },
  egress: { GroupId: z.string(), ...Egress.shape },
};

/**
 * The security groups of the templates. A group admits what a rule of its allows and nothing else; a group without any
 * rule for the way out lets everything out. Answers need no rule.
 *
 * @see https://docs.aws.amazon.com/vpc/latest/userguide/security-group-rules.html
 */
export class SecurityGroups {
  readonly #rules: readonly Rule[];

  /** @throws UnsupportedTemplate on a rule that names nobody. */
  constructor(resources: Resources) {
    const groups = resources.ofType('AWS::EC2::SecurityGroup', shapes.group).flatMap((group) => {
      const { SecurityGroupIngress: incoming, SecurityGroupEgress: outgoing } = group.properties;
      const to = { where: group.where, groupId: group.attribute('GroupId') };
      return [...incoming.map((rule) => ruleIn(rule, to)), ...outgoing.map((rule) => ruleOut(rule, to))];
    });
    const incoming = resources
      .ofType('AWS::EC2::SecurityGroupIngress', shapes.ingress)
      .map(({ where, properties }) => ruleIn(properties, { where, groupId: properties.GroupId }));
    const outgoing = resources
      .ofType('AWS::EC2::SecurityGroupEgress', shapes.egress)
      .map(({ where, properties }) => ruleOut(properties, { where, groupId: properties.GroupId }));
    this.#rules = [...groups, ...incoming, ...outgoing].filter((rule) => rule !== undefined);
  }

  /** Whether `from` may open a TCP connection to a port of `to`. */
  admit(from: Peer, to: Peer, port: number): boolean {
    return (
      this.#lets(from, { direction: 'out', other: to, port }) && this.#lets(to, { direction: 'in', other: from, port })
    );
  }

  /** One group of several is enough. */
  #lets({ groups }: Peer, wanted: { direction: Rule['direction']; other: Peer; port: number }): boolean {
    if (groups.length === 0) return true;
    return groups.some((id) => {
      const rules = this.#rules.filter(({ groupId, direction }) => groupId === id && direction === wanted.direction);
      if (rules.length === 0) return wanted.direction === 'out';
      return rules.some(
        (rule) => rule.fromPort <= wanted.port && wanted.port <= rule.toPort && rule.names(wanted.other),
      );
    });
  }
}

interface Owner {
  readonly where: string;
  readonly groupId: string;
}

function ruleIn(rule: z.infer<typeof Ingress>, owner: Owner): Rule | undefined {
  const { SourceSecurityGroupId: group, SourcePrefixListId: list } = rule;
  return toRule(rule, { ...owner, direction: 'in', group, list });
}

function ruleOut(rule: z.infer<typeof Egress>, owner: Owner): Rule | undefined {
  const { DestinationSecurityGroupId: group, DestinationPrefixListId: list } = rule;
  return toRule(rule, { ...owner, direction: 'out', group, list });
}

type Ends = Owner & Pick<Rule, 'direction'> & { group: string | undefined; list: string | undefined };

/** Undefined for what is not about TCP: all that is asked for here. */
function toRule(range: z.infer<z.ZodObject<typeof Range>>, { where, groupId, direction, group, list }: Ends) {
  const all = range.IpProtocol === '-1';
  if (!all && range.IpProtocol !== 'tcp' && range.IpProtocol !== '6') return undefined;
  const { CidrIp: cidr, CidrIpv6: cidr6 } = range;
  if ([cidr, cidr6, group, list].every((end) => end === undefined)) {
    throw new UnsupportedTemplate(where, 'a rule of a security group names neither range, group nor prefix list');
  }
  const contains = cidr === undefined ? () => false : rangeOf(cidr, where);
  return {
    groupId,
    direction,
    fromPort: all ? 0 : range.FromPort,
    toPort: all ? 65_535 : range.ToPort,
    names: ({ address, groups, prefixLists = [] }: Peer): boolean =>
      contains(address) ||
      (group !== undefined && groups.includes(group)) ||
      (list !== undefined && prefixLists.includes(list)),
  };
}

function rangeOf(cidr: string, where: string): (address: string) => boolean {
  const [start = '', bits] = cidr.split('/');
  const range = new BlockList();
  try {
    range.addSubnet(start, Number(bits));
  } catch {
    throw new UnsupportedTemplate(where, `${cidr} is no range of IPv4 addresses`);
  }
  return (address) => range.check(address);
}
