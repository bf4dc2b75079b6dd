import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createOutboundClient } from '../../../adapters/http/outbound-client.ts';
import { outcomeOf } from '../../../core/channels/outcome.ts';
import { webhook } from '../../../core/channels/webhook.ts';
import { deliveryIdOf } from '../../../core/delivery/delivery-id.ts';
import { startHttp } from './receiver.ts';

describe('an outgoing webhook', () => {
  it('arrives with a signature that the published library accepts, byte for byte', async () => {
    const secret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
    const verified: unknown[] = [];
    await using receiver = await startHttp(async (request, answer) => {
      const body = Buffer.concat(await request.toArray());
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      verified.push(new Webhook(secret).verify(body, headers));
      answer.writeHead(204).end();
    });
    const client = createOutboundClient({ allowedCidrs: ['127.0.0.0/8'], timeoutMs: 2000 });
    const now = Date.now();
    const [request] = webhook.render(
      {
        id: 'msg_1',
        content: { message: 'grüße 👋', tags: [] },
        receivedAt: new Date(now).toISOString(),
        webhook: { id: 'wh_1', name: 'Überwachung' },
        payloadText: '{"ключ":"значение"}',
        hops: [],
      },
      { url: `http://127.0.0.1:${receiver.port}/`, headers: { 'X-Team': 'a' }, secret },
      { deliveryId: deliveryIdOf('msg_1', 'ch_1'), now, userAgent: 'notification-router/0.1.0' },
    );

    const result = await client.send(request!);

    client.close();
    expect(outcomeOf(result, (response) => webhook.classify(response, { now }))).toEqual({
      kind: 'delivered',
      status: 204,
    });
    expect(verified).toMatchObject([{ messageId: 'msg_1', payload: { ключ: 'значение' } }]);
  });
});
