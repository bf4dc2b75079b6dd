import type { ManagementApi } from '../integration/api.ts';
import { startReceiver } from '../integration/receiver.ts';
import type { Stack } from '../integration/stack.ts';

/** A page to look at. */
export interface Sight {
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
  /** What its main heading must say before it is looked at. */
  readonly heading: RegExp;
}

const LONG_TITLE = 'A title as long as titles may be, without a break: '.padEnd(200, 'Donaudampfschifffahrt');
/** As long as names may be, and nowhere to break it. */
const LONG_NAME = 'Donaudampfschifffahrt'.repeat(10).slice(0, 200);
const RIGHT_TO_LEFT = 'تنبيه: فشل النسخ الاحتياطي لقاعدة البيانات (production-db-1)';

/** Fills an organization with what strains a page, and says where to look at it. */
export async function prepareSights(stack: Stack, api: ManagementApi): Promise<Sight[]> {
  const receiver = await startReceiver((response) => response.writeHead(400).end());
  const webhook = await api.createWebhook({ name: 'Production alerts', preset: 'grafana' });
  const stream = await api.createChannel({ kind: 'live-stream', name: 'Wall display', config: {} });
  const failing = await api.createChannel({ kind: 'webhook', name: 'Broken receiver', config: { url: receiver.url } });
  const push = await api.createChannel({ kind: 'web-push', name: 'On call', config: {} });
  await api.link(webhook.id, stream.id, { filter: { any: [{ priority: { gte: 4 } }, { tags: { any: ['db'] } }] } });
  await api.link(webhook.id, failing.id);
  const longWebhook = await api.createWebhook({ name: LONG_NAME });
  const longChannel = await api.createChannel({ kind: 'sms', name: LONG_NAME, config: { to: ['+999000000003'] } });
  await api.link(longWebhook.id, longChannel.id, {
    filter: { path: `payload.${LONG_NAME}`, op: 'eq', value: LONG_NAME },
  });
  const asking = await api.createWebhook({ name: 'Deployments', requireApiKey: true });
  await api.link(asking.id, longChannel.id, { answers: true });
  const asked = await fetch(`${asking.endpointUrl}/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${asking.apiKey}` },
    body: JSON.stringify({
      title: 'Deploy to production?',
      message: LONG_TITLE,
      ask: {
        options: [
          { id: 'yes', label: 'Approve', style: 'primary' },
          { id: 'no', label: 'Donaudampfschifffahrtsgesellschaftskapit' },
        ],
        text: true,
        approvers: [`slack:${LONG_NAME}`],
      },
    }),
  });
  const { askId } = Object(await asked.json());
  const invited = await api.call('POST', `${api.path}/invitations`, { email: 'new@example.com', role: 'admin' });
  const { token } = Object(await invited.json());
  const send = async (body: object, to = webhook) => {
    const answer = await fetch(to.endpointUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return Object(await answer.json()).messageId as string;
  };
  await send({ title: LONG_TITLE, message: 'x'.repeat(500), priority: 5, tags: ['y'.repeat(120)] });
  await send({ title: RIGHT_TO_LEFT, message: RIGHT_TO_LEFT, priority: 2 });
  const messageId = await send({
    title: 'Disk almost full',
    message: '91 % of /var',
    tags: ['db'],
    payload: { host: 'db-1', disks: [{ name: '/var', used: 0.91 }] },
  });
  const disks = await api.createWebhook({ name: 'Disks', lifecycle: {} });
  await api.link(disks.id, push.id);
  await api.link(disks.id, failing.id);
  const fires = { alias: 'db-1', title: 'Disk of db-1 is full', message: '95 % of /var', priority: 4, tags: ['db'] };
  await send({ alias: 'db-2', title: 'Disk of db-2 is full', priority: 3 }, disks);
  await send({ alias: 'db-2', title: 'Disk of db-2 is fine', tags: ['resolved'] }, disks);
  await send({ alias: LONG_NAME, title: LONG_TITLE, message: 'x'.repeat(500), priority: 5 }, disks);
  for (const priority of [3, 4, 4]) await send({ ...fires, priority }, disks);
  const { items } = Object(await (await api.call('GET', `${api.path}/alerts?status=open`)).json());
  const alertOf = (key: string): string => items.find((alert: { key: string }) => alert.key.startsWith(key)).id;
  await api.call('POST', `${api.path}/alerts/${alertOf('db-1')}/acknowledge`, { seconds: 3600 });
  await receiver.stop();

  const home = `/o/${stack.credentials.organizationId}`;
  return [
    { name: 'overview', path: `${home}/`, heading: /^Overview/ },
    { name: 'first-steps', path: `${home}/start`, heading: /^First steps/ },
    { name: 'alerts', path: `${home}/alerts`, heading: /^Alerts/ },
    { name: 'alert', path: `${home}/alerts/${alertOf('db-1')}`, heading: /^Disk of db-1/ },
    { name: 'alert-long', path: `${home}/alerts/${alertOf('Donau')}`, heading: /^A title as long/ },
    { name: 'messages', path: `${home}/messages`, heading: /^Messages/ },
    { name: 'message', path: `${home}/messages/${messageId}`, heading: /^Disk almost full/ },
    { name: 'asks', path: `${home}/asks`, heading: /^Asks/ },
    { name: 'ask', path: `${home}/asks/${askId}`, heading: /^Deploy to production/ },
    { name: 'live', path: `${home}/live`, heading: /^Live/ },
    { name: 'webhooks', path: `${home}/webhooks`, heading: /^Webhooks/ },
    { name: 'webhook-create', path: `${home}/webhooks/create`, heading: /^Create webhook/ },
    { name: 'webhook', path: `${home}/webhooks/${webhook.id}`, heading: /^Production alerts/ },
    { name: 'webhook-edit', path: `${home}/webhooks/${webhook.id}/edit`, heading: /^Edit Production alerts/ },
    { name: 'webhook-alerts', path: `${home}/webhooks/${disks.id}/edit`, heading: /^Edit Disks/ },
    { name: 'filter', path: `${home}/webhooks/${webhook.id}/channels/${stream.id}`, heading: /^Filter for/ },
    { name: 'channels', path: `${home}/channels`, heading: /^Channels/ },
    { name: 'channel-create', path: `${home}/channels/create`, heading: /^Create channel/ },
    { name: 'channel-create-slack', path: `${home}/channels/create?kind=slack`, heading: /^Create channel/ },
    { name: 'channel-stream', path: `${home}/channels/${stream.id}`, heading: /^Wall display/ },
    { name: 'channel-webhook', path: `${home}/channels/${failing.id}`, heading: /^Broken receiver/ },
    { name: 'channel-push', path: `${home}/channels/${push.id}`, heading: /^On call/ },
    { name: 'webhook-long', path: `${home}/webhooks/${longWebhook.id}`, heading: /^Donau/ },
    { name: 'filter-long', path: `${home}/webhooks/${longWebhook.id}/channels/${longChannel.id}`, heading: /^Filter/ },
    { name: 'channel-long', path: `${home}/channels/${longChannel.id}`, heading: /^Donau/ },
    { name: 'members', path: `${home}/members`, heading: /^Members/ },
    { name: 'tokens', path: `${home}/tokens`, heading: /^Management tokens/ },
    { name: 'audit', path: `${home}/audit`, heading: /^Audit log/ },
    { name: 'config', path: `${home}/config`, heading: /^As code/ },
    { name: 'settings', path: `${home}/settings`, heading: /^Settings/ },
    { name: 'invitation', path: `/invitations/${token}`, heading: /^You were invited/ },
    { name: 'new-organization', path: '/new-organization', heading: /^New organization/ },
  ];
}
