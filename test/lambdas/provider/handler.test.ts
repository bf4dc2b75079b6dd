import { describe, expect, it } from 'vitest';
import { listOf, live, openProvider, ORGANIZATION, slack } from './rig.ts';

const read = (text: string) => [{ kind: 'read', text } as const];

describe('the provider function', () => {
  it('makes a webhook and tells CloudFormation, without showing its address in consoles', async () => {
    const provider = await openProvider();

    const answer = await provider.ask('Create', { entry: { name: 'CI', preset: 'github' } });

    const [webhook] = await provider.webhooks();
    expect(answer).toMatchObject({
      Status: 'SUCCESS',
      PhysicalResourceId: `${ORGANIZATION}/${webhook!.id}`,
      RequestId: 'request-1',
      LogicalResourceId: 'Ci',
      NoEcho: true,
      Data: { PublicId: webhook!.publicId, PublicBaseUrl: 'https://notify.example.com', Slug: 'ci' },
    });
    expect(webhook).toMatchObject({ name: 'CI', preset: 'github', managedBy: 'stack' });
  });

  it('links channels by what CloudFormation knows them by', async () => {
    const provider = await openProvider();
    const { PhysicalResourceId: channel } = await provider.ask('Create', {
      type: 'Channel',
      resource: 'Screen',
      slug: 'screen',
      entry: live,
    });

    const links = [{ channel, filter: { priority: { gte: 3 } } }];
    await provider.ask('Create', { entry: { name: 'CI', links } });

    expect(await provider.webhooks()).toMatchObject([{ links: [{ kind: 'live-stream', filter: links[0]!.filter }] }]);
  });

  it('answers the same when CloudFormation asks again', async () => {
    const provider = await openProvider();

    const first = await provider.ask('Create', {});
    const again = await provider.ask('Create', {});

    expect(again).toMatchObject({ PhysicalResourceId: first.PhysicalResourceId, Data: first.Data });
    expect(await provider.webhooks()).toHaveLength(1);
  });

  it('changes in place, and replaces where the preset is another', async () => {
    const provider = await openProvider();
    const { PhysicalResourceId: physicalId } = await provider.ask('Create', {});

    const changed = await provider.ask('Update', { physicalId, entry: { name: 'Builds' } });
    const replaced = await provider.ask('Update', { physicalId, entry: { name: 'Builds', preset: 'github' } });

    expect(changed.PhysicalResourceId).toBe(physicalId);
    expect(replaced.PhysicalResourceId).not.toBe(physicalId);
    expect(await provider.webhooks()).toHaveLength(2);
    await provider.ask('Delete', { physicalId });
    expect(await provider.webhooks()).toMatchObject([{ preset: 'github', slug: 'ci' }]);
  });

  it('tolerates a deletion of what is gone, twice', async () => {
    const provider = await openProvider();
    const { PhysicalResourceId: physicalId } = await provider.ask('Create', {});

    for (const _ of [1, 2]) {
      expect(await provider.ask('Delete', { physicalId })).toMatchObject({
        Status: 'SUCCESS',
        PhysicalResourceId: physicalId,
      });
    }
    expect(await provider.webhooks()).toEqual([]);
  });

  it('refuses the physical id of somebody else, whatever is asked', async () => {
    const provider = await openProvider();
    const { PhysicalResourceId: physicalId } = await provider.ask('Create', { stack: 'arn:other', slug: 'theirs' });

    for (const request of ['Update', 'Delete'] as const) {
      const answer = await provider.ask(request, { physicalId });
      expect(answer).toMatchObject({ Status: 'FAILED', PhysicalResourceId: physicalId });
      expect(answer.Reason).toMatch(/is not of this resource of the stack$/);
    }
    expect(await provider.webhooks()).toMatchObject([{ slug: 'theirs' }]);
  });

  it('ignores the key of another type: a channel is no webhook', async () => {
    const provider = await openProvider();
    const channel = await provider.ask('Create', { type: 'Channel', slug: 'screen', entry: live });

    await provider.ask('Delete', { physicalId: channel.PhysicalResourceId });

    expect(await provider.channels()).toHaveLength(1);
  });
});

describe('a rollback', () => {
  it('of a creation leaves nothing, though its answer got lost', async () => {
    const provider = await openProvider();
    await provider.ask('Create', {});

    // CloudFormation makes up a name for what never answered.
    await provider.ask('Delete', { physicalId: 'Shop-Ci-1A2B3C' });

    expect(await provider.webhooks()).toEqual([]);
  });

  it('of a refused creation deletes nothing else', async () => {
    const provider = await openProvider();
    await provider.ask('Create', { resource: 'Other', slug: 'other' });
    const refused = await provider.ask('Create', { entry: { name: 'CI', links: [{ channel: 'nowhere' }] } });

    await provider.ask('Delete', { physicalId: refused.PhysicalResourceId });

    expect(refused.Status).toBe('FAILED');
    expect(await provider.webhooks()).toMatchObject([{ slug: 'other' }]);
  });

  it('of a replacement brings back the first webhook with its address', async () => {
    const provider = await openProvider();
    const first = await provider.ask('Create', {});
    const physicalId = first.PhysicalResourceId;
    const second = await provider.ask('Update', { physicalId, entry: { name: 'CI', preset: 'github' } });

    const back = await provider.ask('Update', { physicalId: second.PhysicalResourceId });
    await provider.ask('Delete', { physicalId: second.PhysicalResourceId });

    expect(back).toMatchObject({ PhysicalResourceId: physicalId, Data: first.Data });
    expect(await provider.webhooks()).toHaveLength(1);
  });

  it('in the middle of a replacement leaves the first webhook alone', async () => {
    const provider = await openProvider();
    const { PhysicalResourceId: physicalId } = await provider.ask('Create', {});
    await provider.ask('Update', { physicalId, entry: { name: 'CI', preset: 'github' } });

    // The answer got lost: CloudFormation still knows the first one.
    await provider.ask('Update', { physicalId });

    const [webhook, ...others] = await provider.webhooks();
    expect(physicalId).toBe(`${ORGANIZATION}/${webhook!.id}`);
    expect(others).toEqual([]);
  });

  it('of an update puts back what was there', async () => {
    const provider = await openProvider();
    const { PhysicalResourceId: physicalId } = await provider.ask('Create', {});
    await provider.ask('Update', { physicalId, slug: 'builds', entry: { name: 'Builds' } });

    await provider.ask('Update', { physicalId });

    expect(await provider.webhooks()).toMatchObject([{ name: 'CI', slug: 'ci' }]);
  });
});

describe('what is declared', () => {
  it.each([
    ['no JSON', 'x'],
    ['an unknown field', { name: 'CI', color: 'red' }],
    ['an unknown preset', { name: 'CI', preset: 'gitub' }],
    ['a blank name', { name: ' ' }],
    ['a filter that is none', { name: 'CI', links: [{ channel: 'screen', filter: { priority: { gte: 'high' } } }] }],
    ['a template that does not parse', { name: 'CI', templates: { title: '{{ x' } }],
    ['a key template that does not parse', { name: 'CI', lifecycle: { key: '{% if %}' } }],
    ['a channel twice', { name: 'CI', links: [{ channel: 'screen' }, { channel: 'org_1/screen' }] }],
  ])('is refused as the API refuses it: %s', async (_, entry) => {
    const provider = await openProvider();

    const answer = await provider.ask('Create', { entry });

    expect(answer.Status).toBe('FAILED');
    expect(answer.Reason).not.toBe('');
    expect(await provider.webhooks()).toEqual([]);
  });

  it('is refused with a slug that is none', async () => {
    const provider = await openProvider();

    expect(await provider.ask('Create', { slug: 'Not A Slug' })).toMatchObject({
      Status: 'FAILED',
      Reason: expect.stringMatching(/^slug: /),
    });
  });

  it('may have as long a list of faults as it likes: the answer stays short', async () => {
    const provider = await openProvider();
    const links = Array.from({ length: 90 }, (_, n) => ({ channel: `nowhere-${n}` }));

    const answer = await provider.ask('Create', { entry: { name: 'CI', links } });

    expect(answer.Reason!.length).toBeLessThanOrEqual(1000);
  });
});

describe('the organisation', () => {
  it('is the one that is named', async () => {
    const provider = await openProvider({ organizations: () => listOf([]) });

    expect(await provider.ask('Create', { organizationId: ORGANIZATION })).toMatchObject({ Status: 'SUCCESS' });
    expect(await provider.ask('Create', { organizationId: 'org_other' })).toMatchObject({
      Status: 'FAILED',
      Reason: 'there is no organisation org_other',
    });
  });

  it.each([[[]], [[ORGANIZATION, 'org_other']]])('must be named when there are %j', async (ids) => {
    const provider = await openProvider({ organizations: () => listOf(ids) });

    const answer = await provider.ask('Create', {});

    expect(answer.Reason).toMatch(/^name the organisation/);
    expect(await provider.ask('Delete', { physicalId: answer.PhysicalResourceId })).toMatchObject({
      Status: 'SUCCESS',
    });
  });

  it('has the limits of its plan', async () => {
    const provider = await openProvider({ billing: 'plans' });
    for (const slug of ['a', 'b', 'c', 'd', 'e']) await provider.ask('Create', { resource: slug, slug });

    expect(await provider.ask('Create', { slug: 'f' })).toMatchObject({ Reason: 'the plan allows 5 webhooks' });
  });

  it('may change: then it is another webhook', async () => {
    const provider = await openProvider();

    const answer = await provider.ask('Update', { physicalId: 'org_other/wh_1' });

    expect(answer).toMatchObject({ Status: 'SUCCESS' });
    expect(answer.PhysicalResourceId).toContain(`${ORGANIZATION}/`);
  });
});

describe('secrets', () => {
  const channel = { type: 'Channel', resource: 'Team', slug: 'team', entry: slack } as const;

  it('come from where the reference leads, and show up nowhere else', async () => {
    const provider = await openProvider();
    provider.reads.set('shop', read('{"token":"xoxb-0123456789"}'));

    const answer = await provider.ask('Create', channel);

    expect(await provider.channels()).toMatchObject([{ config: { botToken: 'xoxb-0123456789' } }]);
    expect(JSON.stringify([answer, provider.lines])).not.toContain('xoxb');
  });

  it('may be parameters', async () => {
    const provider = await openProvider();
    provider.reads.set('/shop/slack:3', read('xoxb-parameter'));
    const config = { ...slack.config, botToken: { secret: 'ssm-secure:/shop/slack:3' } };

    await provider.ask('Create', { ...channel, entry: { ...slack, config } });

    expect(await provider.channels()).toMatchObject([{ config: { botToken: 'xoxb-parameter' } }]);
  });

  it('are waited for while IAM does not know their policy yet', async () => {
    const waits: number[] = [];
    const provider = await openProvider({ sleep: async (ms) => void waits.push(ms) });
    provider.reads.set('shop', [{ kind: 'denied' }, { kind: 'denied' }, ...read('{"token":"xoxb-0123456789"}')]);

    expect(await provider.ask('Create', channel)).toMatchObject({ Status: 'SUCCESS' });
    expect(waits).toEqual([1000, 2000]);
  });

  it.each([
    ['may not be read', [{ kind: 'denied' }], /may not read this secret/],
    ['is not there', [{ kind: 'absent' }], /no such secret/],
    ['is no JSON', read('xoxb-0123456789'), /no field "token"/],
    ['lacks the field', read('{"other":"x"}'), /no field "token"/],
  ] as const)('stop the deployment when one %s', async (_, secret, reason) => {
    const provider = await openProvider();
    provider.reads.set('shop', secret);

    const answer = await provider.ask('Create', channel);

    expect(answer.Status).toBe('FAILED');
    expect(answer.Reason).toMatch(reason);
    expect(answer.Reason).not.toContain('xoxb');
    expect(await provider.channels()).toEqual([]);
  });

  it.each(['xoxb-plain', { secret: 'xoxb-plain' }])('are never taken from the template: %j', async (botToken) => {
    const provider = await openProvider();

    const answer = await provider.ask('Create', {
      ...channel,
      entry: { ...slack, config: { botToken, channel: 'C0' } },
    });

    expect(answer.Status).toBe('FAILED');
    expect(await provider.channels()).toEqual([]);
  });
});

describe('what goes wrong', () => {
  it('is logged and told to CloudFormation, so that it does not wait', async () => {
    const organizations = (): AsyncIterable<string> => {
      throw new Error('no table');
    };
    const provider = await openProvider({ organizations });

    const answer = await provider.ask('Create', {});

    expect(answer).toMatchObject({ Status: 'FAILED', Reason: expect.stringContaining('request-1') });
    expect(answer.Reason).not.toContain('no table');
    expect(provider.lines).toContainEqual(
      expect.objectContaining({ event: 'resource.broke', error: 'Error: no table' }),
    );
  });

  it('never puts the signed address or a public id into the log', async () => {
    const provider = await openProvider();

    const { Data } = await provider.ask('Create', {});

    expect(JSON.stringify(provider.lines)).not.toMatch(/signature|s3\.amazonaws/);
    expect(JSON.stringify(provider.lines)).not.toContain(Data!['PublicId']);
  });

  it('refuses an event that is none of CloudFormation', async () => {
    const { handler } = await openProvider();

    await expect(handler({ RequestType: 'Create' })).rejects.toThrow(Error);
  });
});
