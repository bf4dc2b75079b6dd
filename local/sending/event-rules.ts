import * as z from 'zod';
import { ACCOUNT, REGION } from '../assembly/attributes.ts';
import type { Resources } from '../assembly/resources.ts';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';
import { type Matcher, matcherOf } from '../mappings/filter-criteria.ts';

/** A rule that waits for events and posts them to addresses. */
export interface EventRule {
  readonly busName: string;
  readonly matches: Matcher;
  readonly destinations: readonly { readonly arn: string; readonly roleArn: string }[];
}

/**
 * The rules with a pattern that the templates declare.
 *
 * @throws UnsupportedTemplate for a target that is no address, or that changes what it is sent.
 */
export function eventRulesOf(resources: Resources): EventRule[] {
  const known = new Set(resources.ofType('AWS::Events::ApiDestination', {}).map(({ attribute }) => attribute('Arn')));
  const shape = {
    EventPattern: z.record(z.string(), z.unknown()),
    EventBusName: z.string().default('default'),
    State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
    Targets: z
      .array(
        z.object({
          Arn: z.string(),
          RoleArn: z.string().default(''),
          Input: Untouched,
          InputPath: Untouched,
          InputTransformer: Untouched,
        }),
      )
      .default([]),
  };
  return resources
    .ofType('AWS::Events::Rule', shape, ({ properties }) => properties['EventPattern'] !== undefined)
    .filter(({ properties }) => properties.State === 'ENABLED')
    .map(({ where, properties: { EventPattern, EventBusName, Targets } }) => ({
      busName: EventBusName,
      matches: matcherOf(where, [JSON.stringify(EventPattern)]),
      destinations: Targets.map(({ Arn, RoleArn }) => {
        if (!known.has(Arn)) throw new UnsupportedTemplate(where, `the target ${Arn} is no API destination`);
        return { arn: Arn, roleArn: RoleArn };
      }),
    }));
}

const Untouched = z.undefined({ error: 'is not evaluated by the local runner' }).optional();

/** The addresses of API destinations, by their ARNs. */
export function destinationsOf(resources: Resources): ReadonlyMap<string, string> {
  const shape = { InvocationEndpoint: z.string() };
  return new Map(
    resources
      .ofType('AWS::Events::ApiDestination', shape)
      .map(({ attribute, properties }) => [attribute('Arn'), properties.InvocationEndpoint]),
  );
}

/** An event as somebody puts it on a bus. */
interface PutEvent {
  readonly EventBusName?: string | undefined;
  readonly Source: string;
  readonly DetailType: string;
  readonly Detail: string;
}

type Post = (url: string, headers: Readonly<Record<string, string>>, body: object) => Promise<unknown>;

/** The event buses: what fits a rule is posted to its addresses, whole. */
export class EventRules {
  #rules: readonly EventRule[] = [];
  #addresses: ReadonlyMap<string, string> = new Map();
  #post: Post = async () => {};

  connect(rules: readonly EventRule[], addresses: ReadonlyMap<string, string>, post: Post): void {
    this.#rules = rules;
    this.#addresses = addresses;
    this.#post = post;
  }

  /** Like EventBridge, it does not wait for the addresses. */
  put(id: string, { EventBusName = 'default', Source, DetailType, Detail }: PutEvent): void {
    const busName = EventBusName.slice(EventBusName.lastIndexOf('/') + 1);
    const detail: unknown = JSON.parse(Detail);
    const event = { ...envelope(id), 'detail-type': DetailType, source: Source, detail };
    for (const { destinations } of this.#rules.filter((rule) => rule.busName === busName && rule.matches(event))) {
      for (const { arn } of destinations) {
        const url = this.#addresses.get(arn);
        if (url !== undefined) this.#post(url, { 'content-type': 'application/json' }, event).catch(() => {});
      }
    }
  }
}

/** @see https://docs.aws.amazon.com/eventbridge/latest/ref/overiew-event-structure.html */
function envelope(id: string) {
  const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  return { version: '0', id, account: ACCOUNT, time, region: REGION, resources: [] };
}
