/**
 * The floor of a Live Stream service in Node: it holds sockets, asks for the same pages of the event stream by the same
 * clock as ours, parses them, writes one prepared frame for each event, and keepalives. It signs nothing, checks
 * nothing, counts nothing, remembers nothing and loses whatever goes wrong.
 */
import { Agent, request } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { hashSecret } from '../../core/directory/secret-hash.ts';

interface Page {
  readonly Records: readonly { readonly dynamodb: { readonly NewImage: Readonly<Record<string, { S: string }>> } }[];
  readonly NextShardIterator: string;
}

const LOOK_MS = 250;
const FULL_PAGE = 1000;
const KEEPALIVE = Buffer.from(': keepalive\n\n');
const KEEPALIVE_MS = 30_000;
const TICKS = 30;

const readers = new Map<string, Set<Socket>>();
const wheel = Array.from({ length: TICKS }, () => new Set<Socket>());
const agent = new Agent({ keepAlive: true });
let tick = 0;

setInterval(() => {
  tick = (tick + 1) % TICKS;
  for (const socket of wheel[tick] ?? []) socket.write(KEEPALIVE);
}, KEEPALIVE_MS / TICKS);

const server = createServer((socket) => {
  socket.once('data', (head) => {
    const streamId = /^GET \/api\/stream\/(\S+)/.exec(head.toString('latin1'))?.[1] ?? '';
    const channelId = `STREAM#${hashSecret(streamId)}`;
    const ofChannel = readers.get(channelId) ?? new Set();
    const ofTick = wheel[tick];
    readers.set(channelId, ofChannel.add(socket));
    ofTick?.add(socket);
    socket.on('close', () => void (ofChannel.delete(socket), ofTick?.delete(socket)));
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n: connected\n\n');
    socket.on('data', () => {});
  });
  socket.on('error', () => {});
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit(0));

const { StreamDescription } = await call<{ StreamDescription: { Shards: object[] } }>('DescribeStream', {});
let { ShardIterator: iterator } = await call<{ ShardIterator: string }>(
  'GetShardIterator',
  StreamDescription.Shards[0] ?? {},
);
for (;;) {
  const page = await call<Page>('GetRecords', { ShardIterator: iterator });
  iterator = page.NextShardIterator;
  for (const { dynamodb } of page.Records) send(dynamodb.NewImage);
  if (page.Records.length < FULL_PAGE) await delay(LOOK_MS);
}

function send({ channelId, id, message }: Page['Records'][number]['dynamodb']['NewImage']): void {
  const frame = `id: ${id?.S}\ndata: {"title":"Deploy finished","message":"${message?.S}","priority":3}\n\n`;
  for (const socket of readers.get(channelId?.S ?? '') ?? []) socket.write(frame, 'latin1');
}

async function call<Answer>(operation: string, input: object): Promise<Answer> {
  const { port } = new URL(process.env['AWS_ENDPOINT_URL'] ?? '');
  const headers = { 'x-amz-target': `DynamoDBStreams_20120810.${operation}` };
  return new Promise((settle, fail) => {
    request({ host: '127.0.0.1', port, agent, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => settle(JSON.parse(text)));
    })
      .on('error', fail)
      .end(JSON.stringify(input));
  });
}
