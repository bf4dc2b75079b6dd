import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duration, SecretValue, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Choice, Condition, DefinitionBody, JsonPath, Pass, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { afterAll, describe, expect, it } from 'vitest';
import { Env } from '../../../lambdas/ask-task/env.ts';
import { createCdkApp } from '../../../lib/config/cdk-app.ts';
import { AskTask, type AskTaskProps, Channel, NotificationRouter, Webhook } from '../../../lib/index.ts';
import { propertiesOf, resourcesOfType } from '../synthesize.ts';

const outdir = mkdtempSync(join(tmpdir(), 'ask-task-'));
afterAll(() => rmSync(outdir, { recursive: true }));

const options = [
  { id: 'yes', label: 'Approve', style: 'primary' },
  { id: 'no', label: 'Reject' },
] as const;
const apiKey = SecretValue.secretsManager('shop/approvals-key');
const app = createCdkApp({ outdir, context: { 'aws:cdk:disable-asset-staging': true } });
const router = new NotificationRouter(app, 'NotificationRouter', { settings: { LIVE_STREAM: 'off' } });
let stacks = 0;

/** A stack with a webhook that may ask, unless it is said otherwise. */
function newShop(
  own: { readonly requireApiKey?: boolean; readonly answers?: boolean; readonly enabled?: boolean } = {},
) {
  const { requireApiKey = true, answers = true, enabled = true } = own;
  stacks += 1;
  const stack = new Stack(app, `Shop${stacks}`);
  const links = [{ channel: Channel.fromSlug('ops'), answers, enabled }];
  const webhook = new Webhook(stack, 'Approvals', { router, name: 'Approvals', requireApiKey, links });
  const ask = (given: Partial<AskTaskProps> = {}, id = 'Refund?') =>
    new AskTask(stack, id, { webhook, apiKey, message: 'Refund?', options, ...given });
  return { stack, ask };
}

/** A shop that asks before it pays back, and once more. */
function refundingShop(): Template {
  const { stack, ask } = newShop();
  const first = ask({
    title: 'Refund?',
    message: JsonPath.format('{} to {}', JsonPath.stringAt('$.amount'), JsonPath.stringAt('$.customer')),
    text: true,
    expiresIn: Duration.hours(1),
    onExpiry: 'no',
    approvers: ['ann@example.com'],
    resultPath: '$.decision',
  });
  const approved = new Choice(stack, 'Approved?').when(
    Condition.stringEquals('$.decision.option', 'yes'),
    ask({}, 'Sure?').next(new Pass(stack, 'Pay back')),
  );
  new StateMachine(stack, 'Refund', { definitionBody: DefinitionBody.fromChainable(first.next(approved)) });
  return Template.fromStack(stack);
}

/** A definition with `<name>` in place of references. */
function definitionIn(template: Template): unknown {
  const { DefinitionString } = propertiesOf(template, 'AWS::StepFunctions::StateMachine');
  const [separator, parts]: [string, unknown[]] = Object(DefinitionString)['Fn::Join'];
  const text = parts.map((part) =>
    typeof part === 'string' ? part : `<${Object.values(Object(part)).flat().join(',')}>`,
  );
  return JSON.parse(text.join(separator));
}

describe('a state that asks', { timeout: 60_000 }, () => {
  const template = refundingShop();

  it('hands the ask and its token to the function of the webhook, and waits for longer than the ask', () => {
    const definition = definitionIn(template);

    expect(definition).toMatchObject({
      States: {
        'Refund?': {
          Resource: 'arn:<AWS::Partition>:states:::lambda:invoke.waitForTaskToken',
          TimeoutSeconds: 4200,
          ResultPath: '$.decision',
          Next: 'Approved?',
          Parameters: {
            FunctionName: expect.stringMatching(/^<ApprovalsAsk.*,Arn>$/),
            Payload: {
              webhook: expect.stringMatching(/^<Approvals\w+,PublicId>$/),
              asking: {
                title: 'Refund?',
                'message.$': "States.Format('{} to {}', $.amount, $.customer)",
                ask: {
                  options,
                  text: true,
                  expiresIn: 3600,
                  onExpiry: 'no',
                  approvers: ['ann@example.com'],
                  'taskToken.$': '$$.Task.Token',
                },
              },
            },
          },
        },
        'Sure?': { TimeoutSeconds: 1200 },
      },
    });
    expect(JSON.stringify(definition)).toContain('"ErrorEquals":["AskNotSent"]');
  });

  it('has one function with all states of the webhook, which may read the one key that no template holds', () => {
    const functions = resourcesOfType(template, 'AWS::Lambda::Function');
    const { Variables } = Object(functions[0]?.[1].Properties['Environment']);
    const statements = resourcesOfType(template, 'AWS::IAM::Policy').flatMap(
      ([, it]) => Object(it.Properties['PolicyDocument']).Statement,
    );

    expect(functions).toHaveLength(1);
    expect(Object.keys(Variables).toSorted()).toEqual(Object.keys(Env.shape).toSorted());
    expect(Variables.KEY).toBe('secretsmanager:shop/approvals-key:SecretString:::');
    expect(JSON.stringify(template.toJSON())).not.toContain('{{resolve:');
    const readings = statements.filter(({ Action }) => String(Action).startsWith('secretsmanager:'));
    expect(readings).toMatchObject([{ Action: 'secretsmanager:GetSecretValue', Effect: 'Allow' }]);
    expect(JSON.stringify(readings)).toContain(':secret:shop/approvals-key-??????');
    const invocations = statements.filter(({ Action }) => Action === 'lambda:InvokeFunction');
    expect(invocations).toMatchObject([{ Resource: { 'Fn::GetAtt': [functions[0]?.[0], 'Arn'] } }]);
  });

  it('may take texts, options and approvers from the execution', () => {
    const { ask } = newShop();
    const text = JsonPath.stringAt('$.text');

    expect(() =>
      ask({ title: text, message: text, options: [{ id: text, label: text }], onExpiry: text }),
    ).not.toThrow();
    expect(() => ask({ approvers: JsonPath.listAt('$.approvers') }, 'Listed')).not.toThrow();
  });

  it.each<[string, Partial<AskTaskProps>, string]>([
    ['no options', { options: [] }, 'options must not be empty'],
    ['two options of one id', { options: [options[0], options[0]] }, 'options[1].id is the id of another option too'],
    ['a long label', { options: [{ id: 'a', label: 'x'.repeat(41) }] }, 'options[0].label must have at most 40'],
    ['an expiry that is no option', { onExpiry: 'maybe' }, 'onExpiry must be the id of an option'],
    ['too short a time', { expiresIn: Duration.seconds(29) }, 'expiresIn must be at least 30'],
    ['an approver nobody has', { approvers: ['ann'] }, 'approvers[0] must be the address of a member'],
    ['a key in the code', { apiKey: SecretValue.unsafePlainText('nrk_key') }, 'apiKey must be a SecretValue of'],
  ])('is refused with %s', (_, given, message) => {
    expect(() => newShop().ask(given)).toThrow(message);
  });

  it('is refused at a webhook that cannot ask, and with two keys', () => {
    const other = SecretValue.secretsManager('shop/other-key');
    const { ask } = newShop();
    ask();

    expect(() => ask({ apiKey: other }, 'Other')).toThrow('/Approvals: apiKey is not that of the other tasks');
    expect(() => newShop({ requireApiKey: false }).ask()).toThrow('requireApiKey must be true for asking');
    expect(() => newShop({ answers: false }).ask()).toThrow('links must have one with "answers" for asking');
    expect(() => newShop({ enabled: false }).ask()).toThrow('links must have one with "answers" for asking');
  });
});
