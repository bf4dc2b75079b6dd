import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Resources } from '../../../local/assembly/resources.ts';
import { Template } from '../../../local/assembly/template.ts';
import { CustomState } from '../../../local/custom/custom-state.ts';
import { deployCustom } from '../../../local/custom/deploy-custom.ts';

const Event = z.looseObject({
  RequestType: z.enum(['Create', 'Update', 'Delete']),
  ResponseURL: z.string(),
  StackId: z.string(),
  RequestId: z.string(),
  LogicalResourceId: z.string(),
  PhysicalResourceId: z.string().optional(),
  ResourceProperties: z.record(z.string(), z.unknown()),
});
type Event = z.infer<typeof Event>;

const CHANNEL = 'Custom::NotificationRouterChannel';
const WEBHOOK = 'Custom::NotificationRouterWebhook';
const maker = { Type: 'AWS::Lambda::Function', Properties: {} };
const ServiceToken = { 'Fn::GetAtt': ['Maker', 'Arn'] };

const channel = (name: string) => ({ Type: CHANNEL, Properties: { ServiceToken, Slug: 'screen', Entry: name } });
const webhook = (slug: string, Entry: unknown) => ({ Type: WEBHOOK, Properties: { ServiceToken, Slug: slug, Entry } });
const linked = { 'Fn::Join': ['', ['links ', { Ref: 'Screen' }]] };

describe('resources that functions of the app make', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'custom-'));
  });
  afterEach(async () => rm(dataDir, { recursive: true }));

  /** Starts once, with a function that names things by their slug and their kind of content. */
  async function start(
    declared: Record<string, object>,
    answerOf: (event: Event) => object = ({ PhysicalResourceId, ResourceProperties, RequestType }) => ({
      Status: 'SUCCESS',
      PhysicalResourceId: RequestType === 'Create' ? `made-${String(ResourceProperties['Slug'])}` : PhysicalResourceId,
      Data: { PublicId: `public-${String(ResourceProperties['Slug'])}` },
    }),
  ) {
    const template = Template.parse({ Resources: { Maker: maker, ...declared } });
    const state = await CustomState.open(dataDir);
    const stacks = [{ name: 'Shop', template }];
    const resources = new Resources({ stacks, assets: new Map() }, 'http://127.0.0.1:1', { made: state });
    const events: Event[] = [];
    const invoke = async (_: string, event: object) => {
      const asked = Event.parse(event);
      events.push(asked);
      const body = JSON.stringify(answerOf(asked));
      await fetch(asked.ResponseURL, { method: 'PUT', body });
      return { kind: 'result', payload: null } as const;
    };
    const outcome = await deployCustom({ resources, state, invoke }).then(
      () => 'done',
      (error: unknown) => String(error),
    );
    return { outcome, resources, asked: events.map(lineOf), events };
  }

  const lineOf = ({ RequestType, LogicalResourceId, PhysicalResourceId = '', ResourceProperties }: Event) =>
    `${RequestType} ${LogicalResourceId} ${PhysicalResourceId} ${String(ResourceProperties['Entry'])}`;

  it('are made in the order in which they refer to each other, with outputs resolved', async () => {
    const { outcome, asked, resources } = await start({ Ci: webhook('ci', linked), Screen: channel('live') });

    expect(outcome).toBe('done');
    expect(asked).toEqual(['Create Screen  live', 'Create Ci  links made-screen']);
    const [made] = resources.ofType(WEBHOOK, {});
    expect(made!.attribute('PublicId')).toBe('public-ci');
    expect(made!.attribute('')).toBe('made-ci');
  });

  it('are left alone on the next start, when nothing has changed', async () => {
    const declared = { Screen: channel('live'), Ci: webhook('ci', linked) };
    await start(declared);

    const { asked, resources } = await start(declared);

    expect(asked).toEqual([]);
    expect(resources.ofType(WEBHOOK, {})[0]!.attribute('PublicId')).toBe('public-ci');
  });

  it('are changed and deleted as the templates change, deletions last and in reverse', async () => {
    await start({ Screen: channel('live'), Ci: webhook('ci', linked), Old: webhook('old', 'x') });

    const { asked } = await start({ Other: webhook('other', 'y'), Old: webhook('old', 'z') });

    expect(asked).toEqual([
      'Create Other  y',
      'Update Old made-old z',
      'Delete Ci made-ci links made-screen',
      'Delete Screen made-screen live',
    ]);
  });

  it('go when another one took their place, after everything that refers to it', async () => {
    await start({ Screen: channel('live'), Ci: webhook('ci', linked) });

    const { asked } = await start({ Screen: channel('slack'), Ci: webhook('ci', linked) }, (event) => ({
      Status: 'SUCCESS',
      PhysicalResourceId: event.LogicalResourceId === 'Screen' ? 'made-anew' : event.PhysicalResourceId,
    }));

    expect(asked).toEqual([
      'Update Screen made-screen slack',
      'Update Ci made-ci links made-anew',
      'Delete Screen made-screen live',
    ]);
  });

  it('stop the start when one is refused, with nothing half made; the next start goes on', async () => {
    const declared = { Screen: channel('live'), Ci: webhook('ci', linked) };

    const refused = await start(declared, (event) =>
      event.LogicalResourceId === 'Ci'
        ? {
            Status: event.RequestType === 'Create' ? 'FAILED' : 'SUCCESS',
            Reason: 'no such preset',
            PhysicalResourceId: 'never',
          }
        : { Status: 'SUCCESS', PhysicalResourceId: 'made-screen' },
    );
    const { asked } = await start(declared);

    expect(refused.outcome).toBe('CustomResourceFailed: Shop/Ci: no such preset');
    expect(refused.asked).toEqual([
      'Create Screen  live',
      'Create Ci  links made-screen',
      'Delete Ci never links made-screen',
    ]);
    expect(asked).toEqual(['Create Ci  links made-screen']);
  });

  it('stop the start when their function says nothing', async () => {
    const { outcome } = await start({ Screen: channel('live') }, () => ({ Status: 'PERHAPS' }));

    expect(outcome).toBe('CustomResourceFailed: Shop/Screen: its function gave no answer');
  });

  it('stop the start when they wait for each other', async () => {
    const { outcome } = await start({ A: webhook('a', { Ref: 'B' }), B: webhook('b', { Ref: 'A' }) });

    expect(outcome).toBe('UnsupportedTemplate: Shop/A: refers to what is never made');
  });

  it('tell of themselves as CloudFormation does, and are kept from other users', async () => {
    const { events } = await start({ Screen: channel('live') });

    expect(events).toMatchObject([
      {
        StackId: 'arn:aws:cloudformation:us-east-1:000000000000:stack/Shop/local',
        ResourceType: CHANNEL,
        ResourceProperties: {
          ServiceToken: 'arn:aws:lambda:us-east-1:000000000000:function:Shop-Maker',
          Slug: 'screen',
        },
      },
    ]);
    const file = join(dataDir, 'custom-resources.json');
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(await readFile(file, 'utf8')).toContain('public-screen');
  });
});
