import { describe, expect, it } from 'vitest';
import type { ChannelKind } from '../../../core/channels/kinds.ts';
import { channelKinds } from '../../../core/channels/registry.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { previewChannel } from '../../../core/directory/preview-channel.ts';
import { testDraft } from '../../../core/directory/test-channel.ts';
import { act } from '../../fakes/audit.ts';
import { createPorts, ORGANIZATION, valueOf } from './directory-ports.ts';

const TOKEN = 'secret-token-of-the-channel';
const address = 'https://example.com/hooks/a-long-secret-part';

/** What each kind needs at least. */
const configs: Readonly<Record<Exclude<ChannelKind, 'live-stream'>, Record<string, unknown>>> = {
  webhook: { url: address },
  slack: { webhookUrl: 'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX' },
  discord: { webhookUrl: 'https://discord.com/api/webhooks/1/secret-token-of-the-channel' },
  teams: { webhookUrl: address },
  'google-chat': { webhookUrl: address },
  mattermost: { webhookUrl: address },
  'rocket-chat': { webhookUrl: address },
  zulip: { serverUrl: 'https://example.com', botEmail: 'a@example.com', apiKey: TOKEN, stream: 'ops', topic: 'alerts' },
  matrix: { serverUrl: 'https://example.com', accessToken: TOKEN, roomId: '!room:example.com' },
  telegram: { botToken: '1:secret-token-of-the-channel', chatId: '7' },
  whatsapp: { accessToken: TOKEN, phoneNumberId: '106', to: '+4915112345678' },
  twilio: {
    accountSid: 'AC00000000000000000000000000000000',
    authToken: TOKEN,
    from: '+15005550006',
    to: ['+4915112345678'],
  },
  'web-push': {},
  ntfy: { serverUrl: 'https://ntfy.sh', topic: 'alerts' },
  gotify: { serverUrl: 'https://example.com', token: TOKEN },
  pushover: { token: TOKEN, userKey: 'secret-user-key-of-the-channel' },
  pagerduty: { routingKey: TOKEN },
  email: { to: ['ops@example.com'] },
  sms: { to: ['+4915112345678'] },
  sns: { topicArn: 'arn:aws:sns:eu-central-1:111122223333:alerts' },
  eventbridge: { busArn: 'arn:aws:events:eu-central-1:111122223333:event-bus/default' },
  sqs: { queueUrl: 'https://sqs.eu-central-1.amazonaws.com/111122223333/alerts' },
};
const kinds = Object.entries(configs).flatMap(([name, config]) => {
  const kind = Object.values(channelKinds).find((known) => known.kind === name)?.kind;
  return kind === undefined ? [] : [{ kind, config }];
});
const messageUrl = (id: string) => `https://router.example/messages/${id}`;

describe('a preview of a channel', () => {
  it.each(kinds)('shows what a channel of kind $kind would send, without its secrets', ({ kind, config }) => {
    const { ports } = createPorts();

    const { title, message, facts, bodies } = valueOf(previewChannel({ ...ports, messageUrl }, { kind, config }));

    expect([title, facts]).toEqual(['Disk almost full on db-1', 'High priority · #production #disk · Monitoring']);
    expect(message).toContain('91 % of /var is used.');
    expect(bodies.length).toBe(kind === 'web-push' ? 0 : 1);
    expect(bodies.join()).not.toContain('secret-');
  });

  it('follows the templates of the channel', () => {
    const { ports } = createPorts();
    const config = { ...configs.slack, templates: { title: '{{ body.host }}', message: '{{ priority }}' } };

    const preview = valueOf(previewChannel({ ...ports, messageUrl }, { kind: 'slack', config }));

    expect(preview).toMatchObject({ title: 'db-1', message: '4' });
    expect(preview.bodies.join()).toContain('db-1');
  });

  it('without a title has none', () => {
    const { ports } = createPorts();
    const config = { ...configs.slack, templates: { title: '{{ body.nothing }}', message: 'Only this' } };

    expect(valueOf(previewChannel({ ...ports, messageUrl }, { kind: 'slack', config })).title).toBeUndefined();
  });

  it.each([
    ['live-stream', {}, 'kind'],
    ['slack', { templates: { title: '{% if %}' }, ...configs.slack }, 'config.templates.title'],
    ['webhook', { url: 'ftp://example.com' }, 'config.url'],
  ] as const)('is refused for what could not be saved: %s', (kind, config, path) => {
    const { ports } = createPorts();

    const outcome = previewChannel({ ...ports, messageUrl }, { kind, config });

    expect(outcome).toMatchObject({ kind: 'invalid', issues: [{ path }] });
  });
});

describe('testing a channel before it is saved', () => {
  it('sends a sample with its config, and stores nothing but the audit entry', async () => {
    const { ports } = createPorts();
    const { store } = ports;
    const sent: Channel[] = [];
    const send = async (channel: Channel) => {
      sent.push(channel);
      return { kind: 'delivered', status: 200 } as const;
    };

    const outcome = await testDraft(
      { ...ports, send },
      { organizationId: ORGANIZATION, kind: 'webhook', config: configs.webhook, act },
    );

    expect(valueOf(outcome)).toEqual({ outcome: 'delivered', status: 200, durationMs: 0 });
    expect(sent.map(({ kind, config }) => [kind, config['url']])).toEqual([['webhook', address]]);
    expect((await store.listChannels(ORGANIZATION, { limit: 10 })).items).toEqual([]);
    const { items } = await store.listAudit(ORGANIZATION, { limit: 10 });
    expect(items.map(({ target }) => target)).toEqual([sent[0]?.id]);
    expect(JSON.stringify(items)).not.toContain('whsec_');
  });

  it.each([
    ['live-stream', {}, 'kind'],
    ['webhook', {}, 'config.url'],
  ] as const)('is refused, unsent, for what could not be: %s', async (kind, config, path) => {
    const { ports } = createPorts();
    const send = () => Promise.reject(new Error('sent'));

    const outcome = await testDraft({ ...ports, send }, { organizationId: ORGANIZATION, kind, config, act });

    expect(outcome).toMatchObject({ kind: 'invalid', issues: [{ path }] });
  });
});
