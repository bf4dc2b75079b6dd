import { expect, it } from 'vitest';
import { exportDocument } from '../../../core/document/export-document.ts';
import { createChannel } from '../../../core/directory/channels.ts';
import { createWebhook } from '../../../core/directory/webhooks.ts';
import { act } from '../../fakes/audit.ts';
import { ORGANIZATION as organizationId, valueOf } from '../directory/directory-ports.ts';
import { openOrganization } from './rig.ts';

const plain = { organizationId, requireApiKey: false, act };
const live = { organizationId, kind: 'live-stream', config: {}, enabled: true, act } as const;

it('names what has no slug after its name, each once, and keeps the slug when the name changes', async () => {
  const { ports, exported } = openOrganization();
  for (const name of ['CI', 'ci!', '警報']) await createWebhook(ports, { ...plain, name });
  await createChannel(ports, { ...live, name: '警報' });

  const first = await exported();
  const second = await exported();

  expect(Object.keys(first.document.webhooks ?? {})).toEqual(['ci', 'ci-2', 'webhook']);
  expect(Object.keys(first.document.channels ?? {})).toEqual(['live-stream']);
  expect(second).toEqual(first);
});

it('finds another slug when somebody else takes the one it chose', async () => {
  const { ports, exported, webhooks } = openOrganization();
  await createWebhook(ports, { ...plain, name: 'CI' });
  let isFirst = true;
  const store = {
    ...ports.store,
    replaceWebhook: async (change: Parameters<typeof ports.store.replaceWebhook>[0]) => {
      if (isFirst) await createWebhook(ports, { ...plain, name: 'Faster', managed: { slug: 'ci' } });
      isFirst = false;
      return ports.store.replaceWebhook(change);
    },
  };

  const outcome = valueOf(await exportDocument({ ...ports, store }, { organizationId, act }));

  expect(Object.keys(outcome.document.webhooks ?? {})).toEqual(['ci', 'ci-2']);
  expect((await webhooks()).map(({ name, slug }) => [name, slug])).toEqual([
    ['Faster', 'ci'],
    ['CI', 'ci-2'],
  ]);
  expect(await exported()).toEqual(outcome);
});

it('gives up when somebody is always faster', async () => {
  const { ports } = openOrganization();
  await createChannel(ports, { ...live, name: 'Live' });
  const store = { ...ports.store, replaceChannel: async () => ({ kind: 'slug-taken' }) as const };

  expect(await exportDocument({ ...ports, store }, { organizationId, act })).toEqual({ kind: 'busy' });
});
