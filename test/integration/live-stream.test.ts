import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { startStack, type Stack } from './stack.ts';

let stack: Stack;
let streamUrl: string;
let endpointUrl: string;

beforeAll(async () => {
  stack = await startStack({ STREAM_TASKS: '2' });
  const api = managementApi(stack);
  const channel = await api.createChannel({ kind: 'live-stream', name: 'Stream', config: {} });
  const webhook = await api.createWebhook({ name: 'Source' });
  await api.link(webhook.id, channel.id);
  ({ endpointUrl } = webhook);
  streamUrl = channel.streamUrl!;
});

afterAll(async () => stack?.stop());

interface OpenStream {
  readonly status: number;
  readonly messages: () => string[];
  readonly ended: () => boolean;
  readonly close: () => void;
}

async function open(url = streamUrl): Promise<OpenStream> {
  const request = get(url, { agent: false });
  const response = await new Promise<IncomingMessage>((settle, fail) => {
    request.once('response', settle).once('error', fail);
  });
  let text = '';
  let ended = false;
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  response.on('error', () => undefined).once('close', () => (ended = true));
  return {
    status: response.statusCode!,
    messages: () => [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data]) => JSON.parse(data!).message),
    ended: () => ended,
    close: () => request.destroy(),
  };
}

const holds = (condition: boolean): true | undefined => condition || undefined;

const send = async (message: string): Promise<number> =>
  (await fetch(endpointUrl, { method: 'POST', body: JSON.stringify({ message }) })).status;

describe('two Live Stream tasks', () => {
  it('grant 20 of 25 streams between them, and bring every event to each', async () => {
    const streams = await Promise.all(Array.from({ length: 25 }, async () => open()));
    const granted = streams.filter(({ status }) => status === 200);

    const sent = [await send('one'), await send('two')];

    await eventually(async () => holds(granted.every(({ messages }) => messages().length === 2)));
    for (const { messages } of granted) expect(messages()).toEqual(['one', 'two']);
    expect(sent).toEqual([201, 201]);
    expect(granted).toHaveLength(20);
    expect(streams.filter(({ status }) => status === 429)).toHaveLength(5);
    const log = await readFile(join(stack.dataDir, 'logs', 'LiveStream.log'), 'utf8');
    expect(log.match(/service\.ready/g)).toHaveLength(2);
    expect(log + stack.output()).not.toContain(streamUrl.slice(-21));
    for (const { close } of streams) close();
  });

  it('give the streams of readers that left to others', async () => {
    const statuses = await eventually(async () => {
      const streams = await Promise.all(Array.from({ length: 20 }, async () => open()));
      for (const { close } of streams) close();
      return streams.every(({ status }) => status === 200) ? streams.length : undefined;
    });

    expect(statuses).toBe(20);
  });

  it.each([
    ['switched off', async (id: string) => managementApi(stack).patchChannel(id, { enabled: false })],
    ['given another stream ID', async (id: string) => managementApi(stack).channelAction(id, 'regenerate-stream-id')],
    ['deleted', async (id: string) => managementApi(stack).deleteChannel(id)],
  ])('end all streams within two seconds when the channel is %s', async (_, change) => {
    const channel = await managementApi(stack).createChannel({ kind: 'live-stream', name: 'Ending', config: {} });
    const streams = await eventually(async () => {
      const opened = await Promise.all(Array.from({ length: 6 }, async () => open(channel.streamUrl)));
      return opened.every(({ status }) => status === 200) ? opened : undefined;
    });

    await change(channel.id);
    const changedAt = Date.now();
    await eventually(async () => holds(streams.every(({ ended }) => ended())));

    expect(Date.now() - changedAt).toBeLessThan(2000);
    expect((await open(channel.streamUrl)).status).toBe(404);
  });
});
