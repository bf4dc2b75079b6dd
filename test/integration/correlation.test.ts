import { readdir, readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { startReceiver } from './receiver.ts';
import { startStack, type Stack } from './stack.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ RETRY_SCHEDULE: '1,1' });
});
afterAll(async () => stack.stop());

/** The lines of the logs whose file name holds `part`. */
async function linesOf(part: string): Promise<Record<string, unknown>[]> {
  const folder = join(stack.dataDir, 'logs');
  const files = (await readdir(folder)).filter((file) => file.includes(part));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.flatMap((text) => text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : [])));
}

async function read(url: string) {
  const request = get(url, { agent: false });
  const response = await new Promise<IncomingMessage>((settle, fail) => {
    request.once('response', settle).once('error', fail);
  });
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  response.on('error', () => undefined);
  return { text: () => text, close: () => request.destroy() };
}

describe('a notification', () => {
  it('is followed by its message id from the request to each attempt and to the event on a stream', async () => {
    const api = managementApi(stack);
    const receiver = await startReceiver((response, count) => {
      response.statusCode = count === 1 ? 503 : 200;
      response.end();
    });
    const webhook = await api.createWebhook({ name: 'CI' });
    const outgoing = await api.createChannel({ kind: 'webhook', name: 'Receiver', config: { url: receiver.url } });
    const live = await api.createChannel({ kind: 'live-stream', name: 'Stream', config: {} });
    await api.link(webhook.id, outgoing.id);
    await api.link(webhook.id, live.id);
    const stream = await read(live.streamUrl!);

    const response = await fetch(webhook.endpointUrl, { method: 'POST', body: '{"message":"follow me"}' });
    const { messageId } = (await response.json()) as { messageId: string };

    const requests = await receiver.waitFor(2);
    await eventually(async () => (stream.text().includes('follow me') ? true : undefined));
    const attempts = await eventually(async () => {
      const lines = await linesOf('DeliverHttp');
      const found = lines.filter((line) => line['messageId'] === messageId && line['event'] === 'delivery.attempted');
      return found.length === 2 ? found : undefined;
    });
    const accepted = (await linesOf('Ingest')).find((line) => line['messageId'] === messageId);
    const access = (await linesOf('access')).filter((line) => line['requestId'] === accepted!['requestId']);

    expect(accepted).toMatchObject({ event: 'send.accepted', requestId: expect.stringMatching(/^[\da-f-]{36}$/) });
    expect(access).toMatchObject([{ routeKey: 'POST /n/{publicId}', status: '201' }]);
    expect(attempts).toMatchObject([
      { attempt: 1, outcome: 'retry', channelId: outgoing.id },
      { attempt: 2, outcome: 'delivered', channelId: outgoing.id },
    ]);
    expect(requests.map(({ text }) => JSON.parse(text).messageId)).toEqual([messageId, messageId]);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(/^id: (\S+)$/m.exec(stream.text())?.[1]).toBe(messageId.slice('msg_'.length));
    stream.close();
    await receiver.stop();
  });

  it('is measured: how long it waited for its first attempt, in the format of CloudWatch', async () => {
    const figures = await eventually(async () => {
      const lines = await linesOf('DeliverHttp');
      return lines.find((line) => line['event'] === 'metrics' && 'DeliveryLag' in line);
    });

    expect(figures).toMatchObject({
      _aws: { CloudWatchMetrics: [{ Namespace: 'NotificationRouter', Dimensions: [[]] }] },
    });
  });
});
