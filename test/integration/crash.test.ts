import { afterEach, describe, expect, it } from 'vitest';
import { managementApi } from './api.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';

let stack: Stack | undefined;
let receiver: Receiver | undefined;

afterEach(async () => {
  await stack?.stop();
  await receiver?.stop();
});

/** Reads a stream's replay until all of these have come. A send that was not acknowledged may have no event. */
async function readStream(url: string, wanted: ReadonlySet<string>): Promise<string[]> {
  const response = await fetch(url);
  const messages: string[] = [];
  const missing = new Set(wanted);
  let rest = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue;
      const { message } = JSON.parse(line.slice(6));
      messages.push(message);
      missing.delete(message);
    }
    if (missing.size === 0) break;
  }
  return messages;
}

describe('kill -9 of everything in the middle of 500 sends', () => {
  it(
    'loses no acknowledged notification: stored once, delivered, and on the stream',
    { timeout: 180_000 },
    async () => {
      receiver = await startReceiver();
      stack = await startStack();
      const api = managementApi(stack);
      const webhook = await api.createWebhook({ name: 'Crash' });
      const channel = await api.createChannel({ kind: 'webhook', name: 'Receiver', config: { url: receiver.url } });
      const stream = await api.createChannel({ kind: 'live-stream', name: 'Stream', config: {} });
      await api.link(webhook.id, channel.id);
      await api.link(webhook.id, stream.id);
      const acknowledged = new Map<string, string>();

      const sendOne = async (n: number) => {
        const message = `m${n}`;
        const sent = await fetch(webhook.endpointUrl, { method: 'POST', body: JSON.stringify({ message }) }).catch(
          () => undefined,
        );
        if (sent?.status !== 201) return;
        const body = await sent.json().catch(() => undefined);
        if (body !== undefined) acknowledged.set((body as { messageId: string }).messageId, message);
      };
      const sends = Promise.all(
        Array.from({ length: 10 }, async (_, lane) => {
          for (let n = lane; n < 500; n += 10) await sendOne(n);
        }),
      );
      while (acknowledged.size < 200) await new Promise((settle) => setTimeout(settle, 5));
      await stack.kill9();
      await sends;
      expect(acknowledged.size).toBeGreaterThanOrEqual(200);
      expect(acknowledged.size).toBeLessThan(500);

      const before = stack;
      stack = await startStack({ PORT: new URL(before.baseUrl).port }, { dataDir: before.dataDir });

      const wanted = new Set(acknowledged.values());
      await expect
        .poll(
          () =>
            [...wanted].filter(
              (message) => !receiver!.received.some((entry) => JSON.parse(entry.text).message === message),
            ),
          {
            timeout: 120_000,
            interval: 500,
          },
        )
        .toEqual([]);
      const stored = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await managementApi(stack).messages(
          `?webhookId=${webhook.id}&limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        stored.push(...page.items);
        cursor = page.nextCursor;
      }
      for (const messageId of acknowledged.keys())
        expect(stored.filter((item) => item.id === messageId)).toHaveLength(1);
      const replayed = await readStream(
        `${stack.baseUrl}/api/stream/${stream.streamId}?since=00000000000000000000000000`,
        wanted,
      );
      for (const message of wanted) expect(replayed).toContain(message);
    },
  );
});
