import { describe, expect, it } from 'vitest';
import type { ChannelRequest } from '../../../core/channels/channel-kind.ts';
import { bodyTextOf } from '../../../core/channels/request-body.ts';

const http = { kind: 'http', method: 'POST', url: 'https://example.com', headers: {} } as const;
const push: ChannelRequest = {
  kind: 'web-push',
  subscription: { endpoint: 'https://push.example', p256dh: 'p', auth: 'a' },
  recipient: 'r',
  vapid: { subject: 'mailto:ops@example.com', publicKey: 'p', privateKey: 'k' },
  ttlSeconds: 60,
  urgency: 'normal',
  topic: 't',
  headers: {},
  payload: '{"title":"Hi"}',
};

describe('what a request says, as text', () => {
  it.each<[string, ChannelRequest, string]>([
    ['a text', { ...http, body: 'Hi' }, 'Hi'],
    ['bytes', { ...http, body: new TextEncoder().encode('Grüße') }, 'Grüße'],
    ['nothing', http, ''],
    ['a push, before it is encrypted', push, '{"title":"Hi"}'],
    [
      'a call of AWS',
      {
        kind: 'aws',
        service: 'sns',
        input: { TopicArn: 'arn', Message: 'Hi', MessageStructure: 'json', MessageAttributes: {} },
      },
      '{"TopicArn":"arn","Message":"Hi","MessageStructure":"json","MessageAttributes":{}}',
    ],
  ])('is that of %s', (_, request, text) => {
    expect(bodyTextOf(request)).toBe(text);
  });
});
