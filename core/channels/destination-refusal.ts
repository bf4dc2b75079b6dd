import { ownDestinations } from './own-destinations.ts';

/** Where channels that AWS services carry may send to. */
export interface DestinationRules {
  /** Addresses and ARNs of what is the router's own. */
  readonly own: readonly string[];
  /** ARNs of what may be named, with the wildcards of policies. */
  readonly targets: readonly string[];
  /** Where a queue lies whose address does not say it. */
  readonly region: string | undefined;
}

/** Says why a channel must not name a queue, topic or bus; `undefined`: it may. What it then may, IAM decides. */
export function destinationRefusal({ own, targets, region }: DestinationRules): (name: string) => string | undefined {
  const isOwn = ownDestinations(own);
  const allowed = targets.map(expressionOf);
  return (name) => {
    if (isOwn(name)) return 'this belongs to the router itself; name another one';
    const target = withoutPartition(targetOf(name, region));
    if (allowed.some((expression) => expression.test(target))) return undefined;
    return 'the router may not send there; whoever runs it can allow it by the setting AWS_TARGETS';
  };
}

/** The ARN of what a channel names; `region` is that of a queue whose address does not say it. */
export const targetOf = (name: string, region: string | undefined): string =>
  name.startsWith('arn:') ? name : queueArn(name, region);

/** The partition is that of the account, whatever either says. */
const withoutPartition = (arn: string): string => arn.replace(/^arn:[^:]*:/, '');

/** Part by part, as in policies: a wildcard does not reach over a colon, and no name holds one. */
function expressionOf(pattern: string): RegExp {
  const source = withoutPartition(pattern)
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '[^:]*')
    .replaceAll('?', '[^:]');
  return new RegExp(`^${source}$`);
}

/** The account and the name end every address of a queue; its Region may stand in the host. */
function queueArn(url: string, region = ''): string {
  const [name = '', account = ''] = url.split('/').toReversed();
  const [, named = region] = /\/\/sqs\.([a-z0-9-]+)\.amazonaws\./.exec(url) ?? [];
  return `arn:aws:sqs:${named}:${account}:${name}`;
}
