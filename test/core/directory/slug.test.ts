import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChannel, updateChannel } from '../../../core/directory/channels.ts';
import { newSlug, SLUG } from '../../../core/directory/slug.ts';
import { createWebhook, updateWebhook } from '../../../core/directory/webhooks.ts';
import { act } from '../../fakes/audit.ts';
import { createPorts, ORGANIZATION as organizationId, valueOf } from './directory-ports.ts';

describe('a slug made from a name', () => {
  it.each([
    ['Production alerts', 'production-alerts'],
    ['  Über-Café #1! ', 'uber-cafe-1'],
    ['警報', 'webhook'],
    ['', 'webhook'],
    [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
  ])('%s is %s', (name, slug) => {
    expect(newSlug(name, 'webhook', new Set())).toBe(slug);
  });

  it('is a slug that nothing else has, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat({ max: 12 }), (name, count) => {
        const taken = new Set<string>();
        for (let made = 0; made <= count; made += 1) {
          const slug = newSlug(name, 'channel', taken);
          expect(slug).toMatch(SLUG);
          expect(taken.has(slug)).toBe(false);
          taken.add(slug);
        }
      }),
    );
  });
});

describe('the slug of a webhook or a channel', () => {
  const live = { organizationId, kind: 'live-stream', name: 'Live', config: {}, enabled: true, act } as const;
  const plain = { organizationId, name: 'CI', requireApiKey: false, act };

  it('is set, changed and removed by a patch, and free again afterwards', async () => {
    const { ports } = createPorts();
    const [one, two] = [
      valueOf(await createWebhook(ports, plain)).webhook,
      valueOf(await createWebhook(ports, plain)).webhook,
    ];
    const patch = async (webhookId: string, slug: string | null) =>
      updateWebhook(ports, { organizationId, webhookId, act }, { slug });

    const set = await patch(one.id, 'ci');
    const taken = await patch(two.id, 'ci');
    const removed = await patch(one.id, null);
    const freed = await patch(two.id, 'ci');

    expect(valueOf(set).slug).toBe('ci');
    expect(taken).toEqual({ kind: 'invalid', issues: [{ path: 'slug', message: 'another webhook has this slug' }] });
    expect(valueOf(removed)).not.toHaveProperty('slug');
    expect(valueOf(freed).slug).toBe('ci');
  });

  it('is its own among its kind: a channel may have that of a webhook', async () => {
    const { ports } = createPorts();
    await createWebhook(ports, { ...plain, managed: { slug: 'ops' } });
    const first = await createChannel(ports, { ...live, managed: { slug: 'ops' } });
    const second = await createChannel(ports, { ...live, managed: { slug: 'ops' } });
    const third = valueOf(await createChannel(ports, live)).channel;
    const webhook = await createWebhook(ports, { ...plain, managed: { slug: 'ops' } });
    const patched = await updateChannel(ports, { organizationId, channelId: third.id, act }, { slug: 'ops' });

    const taken = { kind: 'invalid', issues: [{ path: 'slug', message: 'another channel has this slug' }] };
    expect(first.kind).toBe('done');
    expect([second, patched]).toEqual([taken, taken]);
    expect(webhook).toMatchObject({ kind: 'invalid' });
  });

  it('survives every other change', async () => {
    const { ports } = createPorts();
    const { id: channelId } = valueOf(await createChannel(ports, { ...live, managed: { slug: 'ops' } })).channel;

    const renamed = await updateChannel(ports, { organizationId, channelId, act }, { name: 'Other' });

    expect(valueOf(renamed).channel.slug).toBe('ops');
  });
});
