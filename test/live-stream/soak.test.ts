import { expect, it } from 'vitest';
import { createStreamSource } from '../../live-stream/source/stream-source.ts';
import { scaledClock, until } from './fakes/scaled-clock.ts';
import { ScriptedStream } from './fakes/scripted-stream.ts';
import { type RawClient, TestService } from './fakes/service.ts';

const READERS = 60;
const CHANNELS = 3;
const EVENTS = 600;

const wait = async (ms: number): Promise<void> => scaledClock(1).sleep(ms);
const chance = (probability: number): boolean => Math.random() < probability;

/** Reads a channel until it has seen `last`, dropping its connection again and again and resuming by the last id. */
async function readWithInterruptions(service: TestService, streamId: string, last: string): Promise<string[]> {
  const seen: string[] = [];
  for (let position: string | undefined; ;) {
    const client = await service.open(streamId, position === undefined ? {} : { 'last-event-id': position });
    const deadline = Date.now() + 50 + Math.random() * 400;
    await until(() => client.closed || client.messages.at(-1) === last || Date.now() > deadline, 10_000);
    client.socket.destroy();
    const events = wholeEvents(client);
    seen.push(...events.map(({ message }) => message));
    position = events.at(-1)?.id ?? position;
    if (seen.at(-1) === last) return seen;
  }
}

function wholeEvents({ body }: RawClient): { id: string; message: string }[] {
  return [...body.matchAll(/^id: (.*)\ndata: (.*)\n\n/gm)].map(([, id, data]) => ({
    id: id!,
    message: JSON.parse(data!).message,
  }));
}

it('gives every reader each event once, in order, through disconnects, rotations and faults', async () => {
  const stream = new ScriptedStream();
  stream.recordsPerPage = 20;
  let shard = stream.addShard();
  const source = createStreamSource({
    api: stream,
    clock: scaledClock(50),
    log: () => undefined,
    startTimeoutMs: 5000,
  });
  const service: TestService = new TestService({
    perChannel: READERS,
    perClient: READERS,
    source: {
      start: async (sink) => {
        await source.start(sink);
        service.sink = sink;
      },
      stop: () => source.stop(),
    },
  });
  await service.start();
  const streamIds = Array.from({ length: CHANNELS }, (_, n) => service.addChannel(n));
  await Promise.all(streamIds.map(async (streamId) => service.open(streamId)));

  const reading = Array.from({ length: READERS - CHANNELS }, async (_, n) =>
    readWithInterruptions(service, streamIds[n % CHANNELS]!, 'last'),
  );
  await until(() => stream.calls.read > 20);
  await wait(100);
  service.payloads.set('large', '{"large":true}');
  service.onPayload = async () => wait(Math.random() * 10);
  for (let n = 0; n <= EVENTS; n += 1) {
    const payload = chance(0.05) ? { key: 'large' } : { text: '{}' };
    const message = n === EVENTS ? 'last' : `${n}`;
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      stream.put(shard, service.store(message, { channelId: `ch_${channel}`, payload }));
    }
    if (chance(0.02)) shard = stream.split(shard)[chance(0.5) ? 0 : 1]!;
    if (chance(0.02)) stream.expireIterators();
    if (chance(0.02)) stream.fail('throttled', 'error');
    stream.repeatRecords = chance(0.1);
    if (chance(0.3)) await wait(3);
  }

  const complete = [...Array.from({ length: EVENTS }, (_, n) => `${n}`), 'last'];
  const sequences = await Promise.all(reading);
  // Without an id to resume from a reader begins with what comes next.
  for (const seen of sequences) expect(seen).toEqual(complete.slice(complete.indexOf(seen[0]!)));
  expect(sequences.flat().length).toBeGreaterThan((READERS - CHANNELS) * EVENTS * 0.7);
  await service.stop();
}, 30_000);
