import { describe, expect, it } from 'vitest';
import { mapSecrets } from '../../../core/channels/config-secrets.ts';
import type { HttpRequest } from '../../../core/channels/http-exchange.ts';
import type { ChannelKind } from '../../../core/channels/kinds.ts';
import { newPushKeys } from '../../../core/channels/push-keys.ts';
import { channelKinds } from '../../../core/channels/registry.ts';
import { createSend } from '../../../core/delivery/send.ts';
import { createShowRequests } from '../../../core/delivery/shown-requests.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { fakeBrowser } from '../../adapters/http/web-push/browser.ts';
import { loadVendors } from '../../vendors/load-vendors.ts';
import { channel, NOW } from './rig.ts';

type Config = Channel['config'];

const show = createShowRequests({ now: () => NOW, messageUrl: (id) => `https://router.example/${id}` });
const message = {
  id: 'msg_2',
  content: { title: "it's full", message: 'disk full', tags: ['disk'] },
  receivedAt: '2026-11-20T10:00:00.000Z',
  webhook: { id: 'wh_2', name: 'CI' },
  payloadText: '{"disk":"full"}',
  hops: [],
};
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const webhook = { url: 'https://there.example/hook?key=0123456789abcdef', secret, headers: { 'x-pin': 'pin' } };
const push = {
  ...newPushKeys((count) => new Uint8Array(count).fill(7)),
  pageSecret: 'x'.repeat(22),
  subscriptions: { one: fakeBrowser('https://push.example/0123456789abcdef').subscription },
};
const vendors = await loadVendors();
const configs: [ChannelKind, Config][] = [
  ...vendors.map((vendor) => [vendor.kind, vendor.config('https://there.example')] as [ChannelKind, Config]),
  ['webhook', webhook],
  ['web-push', push],
];

function secretsOf(kind: ChannelKind, config: Config): string[] {
  const found: string[] = [];
  mapSecrets(config, channelKinds[kind].secrets, (text) => {
    found.push(text);
    return text;
  });
  return found;
}

describe('what would be sent', () => {
  it.each(configs)('of %s holds none of its secrets, in whatever form', async (kind, config) => {
    const requests = await show({ ...channel, kind, config }, message);
    const text = JSON.stringify(requests);

    expect(requests.length).toBeGreaterThan(0);
    for (const hidden of secretsOf(kind, config).filter(({ length }) => length >= 6)) {
      expect(text).not.toContain(hidden);
      expect(text).not.toContain(encodeURIComponent(hidden));
      expect(text).not.toContain(Buffer.from(hidden).toString('base64'));
    }
    expect(text).not.toMatch(/Basic (?!••)/);
    for (const { curl, method } of requests) expect(curl).toContain(`-X ${method}`);
  });

  it('is what a delivery sends, but for the secrets', async () => {
    const sent: HttpRequest[] = [];
    const http = {
      send: async (request: HttpRequest) => {
        sent.push(request);
        return { kind: 'refused' as const, reason: 'only looked at' };
      },
    };
    const to: Channel = { ...channel, kind: 'webhook', config: webhook };
    await createSend({ http, now: () => NOW, messageUrl: (id) => `https://router.example/${id}` })(to, message);

    const [shown] = await show(to, message);

    expect(sent).toHaveLength(1);
    expect(shown?.body).toBe(sent[0]!.body);
    expect(Object.keys(shown?.headers ?? {})).toEqual(Object.keys(sent[0]!.headers));
    expect(shown?.headers['webhook-signature']).toMatch(/^v1,••••.{0,4}$/);
    expect(shown?.headers['x-pin']).toBe('••••');
    expect(shown?.url).toBe(sent[0]!.url);
  });

  it('to an AWS service is a command of the AWS CLI', async () => {
    const config = { topicArn: 'arn:aws:sns:eu-central-1:123456789012:alerts' };

    const [shown] = await show({ ...channel, kind: 'sns', config }, message);

    expect(shown).toMatchObject({ method: 'POST', url: 'https://sns.amazonaws.com/' });
    expect(shown?.curl).toMatch(/^aws sns publish --cli-input-json '\{/);
    expect(JSON.parse(shown?.body ?? '')).toMatchObject({ TopicArn: config.topicArn });
  });

  it('is nothing where a channel is read, or lacks what it needs', async () => {
    expect(await show({ ...channel, kind: 'live-stream', config: {} }, message)).toEqual([]);
    expect(await show({ ...channel, kind: 'email', config: { to: ['a@example.com'] } }, message)).toEqual([]);
  });
});
