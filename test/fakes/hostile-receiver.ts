import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Receiver, startTcp } from '../adapters/http/receiver.ts';

/** One thing that a hostile receiver does with a connection. */
type Step =
  /** Waits until the request begins to come. */
  | { readonly does: 'read' }
  /** Takes nothing more from the connection, so that what is sent to it piles up. */
  | { readonly does: 'go-deaf' }
  | { readonly does: 'say'; readonly text: string }
  | { readonly does: 'pause'; readonly ms: number }
  /** Says it again and again until the connection is closed: as fast as it goes, or with pauses. */
  | { readonly does: 'repeat'; readonly text: string; readonly everyMs: number }
  /** Closes its own direction and still reads. */
  | { readonly does: 'half-close' }
  | { readonly does: 'reset' };

/** How a receiver treats every connection. After its last step it keeps the connection open and says nothing. */
export interface Hostility {
  readonly name: string;
  /** The scheme of the address to call it by. Below `https` nobody speaks TLS properly. */
  readonly scheme: 'http' | 'https';
  readonly steps: readonly Step[];
}

const read: Step = { does: 'read' };
const deaf: Step = { does: 'go-deaf' };
const halfClose: Step = { does: 'half-close' };
const reset: Step = { does: 'reset' };
const say = (text: string): Step => ({ does: 'say', text });
const drip = (text: string): Step => ({ does: 'repeat', text, everyMs: 10 });
const flood = (text: string): Step => ({
  does: 'repeat',
  text: text.repeat(Math.ceil(4096 / text.length)),
  everyMs: 0,
});

const OK = 'HTTP/1.1 200 OK\r\n';
const EMPTY = `${OK}content-length: 0\r\n\r\n`;
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;
const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
const HANDSHAKE = '\x16\x03\x03\x40\x00\x02\x00\x3f\xfc\x03\x03';

const plain = (name: string, ...steps: Step[]): Hostility => ({ name, scheme: 'http', steps });
const secure = (name: string, ...steps: Step[]): Hostility => ({ name, scheme: 'https', steps });

/** What is known to have held, or could hold, a client. */
export const hostilities: readonly Hostility[] = [
  plain('silence'),
  plain('silence, deaf', deaf),
  plain('close at once', halfClose),
  plain('close without an answer', read, halfClose),
  plain('reset without an answer', read, reset),
  plain('upgrade', read, say(UPGRADE)),
  plain('upgrade before the request', say(UPGRADE)),
  plain('upgrade, flood', read, say(UPGRADE), flood('\x81\x05hello')),
  plain('upgrade, close', read, say(UPGRADE), halfClose),
  plain('upgrade, reset', read, say(UPGRADE), reset),
  plain('101 without an upgrade', read, say('HTTP/1.1 101 Yes\r\n\r\n')),
  plain('upgrade to h2c', read, say('HTTP/1.1 101 Yes\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n')),
  plain('interim answer, silence', read, say('HTTP/1.1 100 Continue\r\n\r\n')),
  plain('interim answer, close', read, say('HTTP/1.1 102 Processing\r\n\r\n'), halfClose),
  plain('interim answers, upgrade', read, say('HTTP/1.1 100 Continue\r\n\r\n'), say(UPGRADE)),
  plain('100 for ever', read, flood('HTTP/1.1 100 Continue\r\n\r\n')),
  plain('102 drips', read, drip('HTTP/1.1 102 Processing\r\n\r\n')),
  plain('103 for ever', read, flood('HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n')),
  plain('199 for ever', read, flood('HTTP/1.1 199 Odd\r\n\r\n')),
  plain('status 000', read, say('HTTP/1.1 000 No\r\ncontent-length: 0\r\n\r\n')),
  plain('status 999', read, say('HTTP/1.1 999 No\r\ncontent-length: 0\r\n\r\n')),
  plain('status of four digits', read, say('HTTP/1.1 2000 No\r\ncontent-length: 0\r\n\r\n')),
  plain('half a status line, close', read, say('HTTP/1.1 2'), halfClose),
  plain('status line drips', read, drip('H')),
  plain('head drips', read, say(`${OK}x: `), drip('x')),
  plain('headers drip', read, say(OK), drip('x: y\r\n')),
  plain('headers for ever', read, say(OK), flood('x: y\r\n')),
  plain('one header for ever', read, say(`${OK}x: `), flood('x')),
  plain('empty lines for ever', read, flood('\r\n')),
  plain('empty lines drip', read, drip('\r\n')),
  plain('zeros for ever', read, flood('\0')),
  plain('another protocol', read, say('SSH-2.0-OpenSSH_9.9\r\n')),
  plain('HTTP/2', say('\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\x64')),
  plain('body drips', read, say(`${OK}content-length: 1000000\r\n\r\n`), drip('x')),
  plain('body for ever', read, say(`${OK}\r\n`), flood('x')),
  plain('body without an end', read, say(`${OK}\r\nbody`)),
  plain('reset in the body', read, say(`${OK}content-length: 9\r\n\r\nbody`), reset),
  plain('half-close in the body', read, say(`${OK}content-length: 9\r\n\r\nbody`), halfClose),
  plain('length too large for a number', read, say(`${OK}content-length: ${'9'.repeat(30)}\r\n\r\n`)),
  plain('two lengths', read, say(`${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`)),
  plain('length and chunks', read, say(`${OK}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`)),
  plain('huge chunk, silence', read, say(`${CHUNKED}ffffffffffff\r\n`)),
  plain('chunk size for ever', read, say(CHUNKED), flood('0')),
  plain('chunk extension for ever', read, say(`${CHUNKED}1;`), flood('x=y;')),
  plain('chunk extensions for ever', read, say(CHUNKED), flood('1;x=y\r\na\r\n')),
  plain('tiny chunks for ever', read, say(CHUNKED), flood('1\r\na\r\n')),
  plain('trailers drip', read, say(`${CHUNKED}0\r\n`), drip('x: y\r\n')),
  plain('trailers for ever', read, say(`${CHUNKED}0\r\n`), flood('x: y\r\n')),
  plain('204 with a body', read, say('HTTP/1.1 204 No Content\r\n\r\n'), flood('x')),
  plain('two answers', read, say(EMPTY + EMPTY)),
  plain('answer before the request is read', deaf, say(EMPTY)),
  plain('answer before the request is read, close', deaf, say(EMPTY), halfClose),
  plain('close announced, kept open', read, say(`${OK}connection: close\r\ncontent-length: 2\r\n\r\nok`)),
  plain('answer, then junk', read, say(EMPTY), { does: 'pause', ms: 20 }, say('junk')),
  plain('answer, then an answer to nothing', read, say(EMPTY), { does: 'pause', ms: 20 }, say(EMPTY)),
  secure('TLS: silence'),
  secure('TLS: close', read, halfClose),
  secure('TLS: reset', read, reset),
  secure('TLS: plain text', read, say('HTTP/1.1 400 Bad Request\r\n\r\n')),
  secure('TLS: half a handshake', read, say(HANDSHAKE)),
  secure('TLS: handshake drips', read, say(HANDSHAKE), drip('\0')),
  secure('TLS: handshake for ever', read, say(HANDSHAKE), flood('\0')),
  secure('TLS: alert', read, say('\x15\x03\x03\0\x02\x02\x28')),
];

const heads = ['HTTP/1.1 ', 'HTTP/1.0 ', 'HTTP/9.9 ', 'http/1.1 ', 'ICY ', ''];
const statuses = [
  '000',
  '099',
  '100',
  '101',
  '102',
  '103',
  '199',
  '200',
  '204',
  '301',
  '304',
  '418',
  '503',
  '999',
  '-1',
];
const headers = [
  'content-length: 0',
  'content-length: 5',
  'content-length: -1',
  'content-length: 1e9',
  'transfer-encoding: chunked',
  'transfer-encoding: chunked, chunked',
  'transfer-encoding: gzip',
  'connection: upgrade\r\nupgrade: websocket',
  'connection: close',
  'connection: keep-alive',
  'content-encoding: gzip',
  'retry-after: 99999999999999999999',
  'location: http://127.0.0.1/',
  `x: ${'y'.repeat(9000)}`,
  'no colon',
  ': no name',
];
const bodies = [
  '',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  '5\r\nhello\r\n0\r\nx: y\r\n\r\n',
  'ffffffffffffffffff\r\n',
  '\0\0',
  '\r\n',
];
const ends: readonly Step[] = [halfClose, reset, drip('x'), drip('\r\n'), flood('x'), flood('0\r\n\r\n'), deaf];

/** A receiver that nobody thought of: the same one for the same numbers. @param random in [0, 1) */
export function hostilityFrom(random: () => number): Hostility {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const some = <T>(from: readonly T[]): T[] => Array.from({ length: Math.floor(random() * 3) }, () => pick(from));
  const answer = () => [`${pick(heads)}${pick(statuses)} X`, ...some(headers), '', pick(bodies)].join('\r\n');
  const cut = (text: string) => (random() < 0.2 ? text.slice(0, Math.floor(random() * text.length)) : text);
  const spoken = Array.from({ length: 1 + Math.floor(random() * 3) }, () => cut(answer()));
  const steps: Step[] = [
    ...(random() < 0.8 ? [read] : random() < 0.5 ? [deaf] : []),
    ...spoken.flatMap((text): Step[] => (random() < 0.3 ? [say(text), { does: 'pause', ms: 15 }] : [say(text)])),
    ...(random() < 0.7 ? [pick(ends)] : []),
  ];
  return { name: JSON.stringify(steps).slice(0, 2000), scheme: random() < 0.1 ? 'https' : 'http', steps };
}

/** Starts a receiver that treats each of its connections so. */
export async function startHostile({ steps }: Pick<Hostility, 'steps'>): Promise<Receiver> {
  return startTcp((socket) => void play(socket, steps));
}

async function play(socket: Socket, steps: readonly Step[]): Promise<void> {
  const heard = new Promise((resolve) => socket.once('data', resolve));
  for (const step of steps) {
    if (socket.destroyed) return;
    if (step.does === 'read') await heard;
    else if (step.does === 'go-deaf') socket.pause();
    else if (step.does === 'say') socket.write(step.text, 'latin1');
    else if (step.does === 'pause') await sleep(step.ms);
    else if (step.does === 'repeat') await repeat(socket, step);
    else if (step.does === 'half-close') socket.end();
    else socket.resetAndDestroy();
  }
}

async function repeat(socket: Socket, { text, everyMs }: { text: string; everyMs: number }): Promise<void> {
  while (!socket.destroyed && socket.writable) {
    if (everyMs > 0) {
      socket.write(text, 'latin1');
      await sleep(everyMs);
    } else {
      // A turn of the event loop for every write: the client lives in the same process.
      await new Promise((resolve) => socket.write(text, 'latin1', () => setImmediate(resolve)));
    }
  }
}
