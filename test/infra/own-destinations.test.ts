import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { propertiesOf, resourcesOf, type Synthesized, synthesize } from './synthesize.ts';

const ALARM_TOPIC_ARN = 'arn:aws:sns:eu-central-1:111122223333:alarms';

interface Statement {
  readonly Action: string | string[];
  readonly Effect: string;
  readonly Resource: unknown;
}

const templatesOf = ({ data, router, liveStream, firewall, observability }: Synthesized): Template[] =>
  [data, router, liveStream, firewall, observability].filter((template) => template !== undefined);

// Enumerated from the templates: a queue or topic that is added, in whatever stack, must be covered too.
describe.each(['table', 'kinesis'])('what is the router’s own, with live events from the %s', (source) => {
  const synthesized = synthesize({
    ALARM_TOPIC_ARN,
    WAF_RATE_LIMIT: '1000',
    ...(source === 'kinesis' && { LIVE_STREAM_SOURCE: 'kinesis' }),
  });
  const { router } = synthesized;
  const resources = resourcesOf(...templatesOf(synthesized));
  const idsOf = (type: string): string[] => resources.filter(([, { Type }]) => Type === type).map(([id]) => id);
  const queues = idsOf('AWS::SQS::Queue');
  const topics = idsOf('AWS::SNS::Topic');

  const { Statement: statements } = Object(
    propertiesOf(router, 'AWS::IAM::Policy', 'DeliverAwsFunctionRole')['PolicyDocument'],
  );
  const resourcesOfStatements = (effect: string, action: string): string[] =>
    statements
      .filter((it: Statement) => it.Effect === effect && [it.Action].flat().includes(action))
      .flatMap((it: Statement) => [it.Resource].flat().map((resource) => JSON.stringify(resource)));
  const variableOf = (id: string, name: string): string => {
    const { Variables } = Object(propertiesOf(router, 'AWS::Lambda::Function', id)['Environment']);
    return JSON.stringify(Variables[name]);
  };

  it('is known at all', () => {
    expect(queues).toHaveLength(5);
    expect(topics).toHaveLength(1);
  });

  it.each(['DeliverAws', 'Management'])('is told whole to %s, which refuses it as a destination', (id) => {
    const names = variableOf(id, 'OWN_DESTINATIONS');

    expect([...queues, ...topics].filter((own) => !names.includes(`{"Ref":"${own}"}`))).toEqual([]);
    expect(names).toContain(ALARM_TOPIC_ARN);
  });

  it('is denied to the function that calls AWS for channels, but for the queues it sends jobs to itself', () => {
    const arnOf = (id: string) => JSON.stringify({ 'Fn::GetAtt': [id, 'Arn'] });
    const sentTo = resourcesOfStatements('Allow', 'sqs:SendMessage');
    const denied = resourcesOfStatements('Deny', 'sqs:SendMessage');

    const open = queues.filter((id) => !denied.includes(arnOf(id)));

    expect(open.filter((id) => !sentTo.includes(arnOf(id)))).toEqual([]);
    expect(open.map((id) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual([
      'OutboundQueue',
      'AwsDeadLetterQueue',
      'AwsQueue',
    ]);
  });

  it('is no topic that a channel may publish to: bounces would be made up, alarms drowned', () => {
    const denied = resourcesOfStatements('Deny', 'sns:Publish');

    const own = [...topics.map((id) => JSON.stringify({ Ref: id })), JSON.stringify(ALARM_TOPIC_ARN)];

    expect(new Set(denied)).toEqual(new Set(own));
  });

  it('is reached by channels only where the settings name it', () => {
    const AWS_TARGETS = 'arn:aws:sns:*:111122223333:alerts-*,arn:aws:sqs:eu-central-1:111122223333:jobs';
    const named = synthesize({ AWS_TARGETS }).router;
    const allowedBy = (template: Template, action: string): unknown[] => {
      const policy = Object(propertiesOf(template, 'AWS::IAM::Policy', 'DeliverAwsFunctionRole')['PolicyDocument']);
      const allowing = policy.Statement.filter((it: Statement) => it.Effect === 'Allow');
      return allowing
        .filter((it: Statement) => [it.Action].flat().includes(action))
        .flatMap((it: Statement) => [it.Resource].flat())
        .filter((resource: unknown) => typeof resource === 'string');
    };

    const actions = ['sns:Publish', 'sqs:SendMessage', 'events:PutEvents'];
    expect(actions.map((action) => allowedBy(router, action))).toEqual([[], [], []]);
    expect(actions.map((action) => allowedBy(named, action))).toEqual([
      ['arn:aws:sns:*:111122223333:alerts-*'],
      ['arn:aws:sqs:eu-central-1:111122223333:jobs'],
      [],
    ]);
  });

  it('is no event bus, and no rule of ours hears what is put on one', () => {
    const listening = resources.filter(([, it]) => it.Type === 'AWS::Events::Rule' && 'EventPattern' in it.Properties);

    expect(idsOf('AWS::Events::EventBus')).toEqual([]);
    expect(listening).toEqual([]);
  });
});
