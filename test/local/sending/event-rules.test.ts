import { describe, expect, it } from 'vitest';
import { Resources } from '../../../local/assembly/resources.ts';
import { Template } from '../../../local/assembly/template.ts';
import { destinationsOf, EventRules, eventRulesOf } from '../../../local/sending/event-rules.ts';

const destination = {
  Type: 'AWS::Events::ApiDestination',
  Properties: { InvocationEndpoint: 'https://example.com/n/1' },
};
const Targets = [{ Id: 'Target0', Arn: { 'Fn::GetAtt': ['Shop', 'Arn'] }, RoleArn: 'role' }];
const rule = (more: object) => ({ Type: 'AWS::Events::Rule', Properties: { Targets, ...more } });

function posted(rules: Record<string, object>, events: readonly (readonly [source: string, detail: object])[]) {
  const template = Template.parse({ Resources: { Shop: destination, ...rules } });
  const resources = new Resources({ stacks: [{ name: 'App', template }], assets: new Map() }, 'http://127.0.0.1:1');
  const posts: unknown[] = [];
  const buses = new EventRules();
  buses.connect(
    eventRulesOf(resources),
    destinationsOf(resources),
    async (url, _, body) => void posts.push([url, body]),
  );
  for (const [Source, detail] of events) {
    buses.put('event-1', { Source, DetailType: 'Refund', Detail: JSON.stringify(detail) });
  }
  return posts;
}

describe('rules of EventBridge', () => {
  it('post the events that fit, whole', () => {
    const posts = posted({ Rule: rule({ EventPattern: { source: ['shop'] } }) }, [
      ['shop', { order: 1 }],
      ['bank', { order: 2 }],
    ]);

    expect(posts).toEqual([
      [
        'https://example.com/n/1',
        expect.objectContaining({ id: 'event-1', source: 'shop', 'detail-type': 'Refund', detail: { order: 1 } }),
      ],
    ]);
  });

  it.each<[object, object, boolean]>([
    [{ detail: { total: [5] } }, { total: 5 }, true],
    [{ detail: { paid: [true] } }, { paid: false }, false],
    [{ detail: { note: [null] } }, { note: null }, true],
    [{ detail: { tags: ['b'] } }, { tags: ['a', 'b'] }, true],
    [{ detail: { id: [{ prefix: 'ab' }] } }, { id: 'abc' }, true],
    [{ detail: { id: [{ prefix: 'b' }] } }, { id: 'abc' }, false],
    [{ detail: { state: [{ 'anything-but': 'ok' }] } }, { state: 'bad' }, true],
    [{ detail: { state: [{ 'anything-but': ['ok', 'bad'] }] } }, { state: 'bad' }, false],
    [{ detail: { state: [{ exists: false }] } }, {}, true],
    [{ detail: { state: [{ exists: true }] } }, {}, false],
  ])('read the pattern %j against %j', (EventPattern, detail, fits) => {
    expect(posted({ Rule: rule({ EventPattern }) }, [['shop', detail]])).toHaveLength(fits ? 1 : 0);
  });

  it('are silent when they are switched off, or on another bus', () => {
    const EventPattern = { source: ['shop'] };
    const rules = {
      Off: rule({ EventPattern, State: 'DISABLED' }),
      Else: rule({ EventPattern, EventBusName: 'other' }),
    };

    expect(posted(rules, [['shop', {}]])).toEqual([]);
  });

  it.each([
    [{ Arn: 'arn:aws:sqs:us-east-1:000000000000:jobs' }, /is no API destination/],
    [{ ...Targets[0], Input: '{}' }, /not evaluated/],
  ])('refuse what is not understood here: %j', (target, message) => {
    const declared = { Rule: rule({ EventPattern: { source: ['shop'] }, Targets: [target] }) };

    expect(() => posted(declared, [])).toThrow(message);
  });
});
