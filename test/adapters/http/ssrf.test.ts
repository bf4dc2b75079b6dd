import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutboundClient, type OutboundClient } from '../../../adapters/http/outbound-client.ts';
import { checkUrl } from '../../../adapters/http/check-url.ts';
import { type Receiver, startHttp } from './receiver.ts';

/** Every form in which someone may try to reach a place inside. `PORT` is that of a listening server. */
const literal = [
  // loopback and this host
  'https://127.0.0.1:PORT/',
  'http://127.0.0.1:PORT/',
  'https://127.0.0.2:PORT/',
  'https://127.255.255.254:PORT/',
  'https://127.0.0.1:9001/2018-06-01/runtime/invocation/next',
  'https://0.0.0.0:PORT/',
  'https://0.1.2.3/',
  'https://localhost:PORT/',
  'http://localhost:PORT/',
  'https://LOCALHOST:PORT/',
  'https://LocalHost.:PORT/',
  'https://admin.localhost:PORT/',
  // other spellings of 127.0.0.1
  'https://127.1:PORT/',
  'https://127.0.1:PORT/',
  'https://2130706433:PORT/',
  'https://017700000001:PORT/',
  'https://0177.0.0.1:PORT/',
  'https://0177.0.0.01:PORT/',
  'https://0x7f.0.0.1:PORT/',
  'https://0x7f.1:PORT/',
  'https://0x7f000001:PORT/',
  'https://0X7F000001:PORT/',
  'https://127.0x0.0.01:PORT/',
  'https://00000000127.0.0.1:PORT/',
  'https://127.0.0.1.:PORT/',
  'https://%31%32%37.0.0.1:PORT/',
  'https://127%2e0%2e0%2e1:PORT/',
  'https://①②⑦.⓪.⓪.①:PORT/',
  'https://127。0。0。1:PORT/',
  'https://1２7.0.0.1:PORT/',
  'https://0:PORT/',
  'https://134744072/',
  'https://0x08080808/',
  // private, shared, link local
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://192.168.255.255/',
  'https://100.64.0.1/',
  'https://100.127.255.255/',
  'https://100.100.100.200/latest/meta-data/',
  'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
  'https://169.254.169.254/latest/api/token',
  'https://169.254.170.2/v2/credentials/',
  'https://169.254.170.23/v1/credentials',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://0251.0376.0251.0376/',
  'https://168.63.129.16/metadata',
  'https://192.0.0.192/opc/v2/instance/',
  // special, documentation, benchmark, multicast, reserved, broadcast
  'https://192.0.2.1/',
  'https://192.31.196.1/',
  'https://192.52.193.1/',
  'https://192.88.99.1/',
  'https://192.175.48.1/',
  'https://198.18.0.1/',
  'https://198.19.255.255/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://239.255.255.250/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  // IPv6: loopback, unspecified, mapped, compatible
  'https://[::1]:PORT/',
  'http://[::1]:PORT/',
  'https://[0:0:0:0:0:0:0:1]:PORT/',
  'https://[::]:PORT/',
  'https://[::ffff:127.0.0.1]:PORT/',
  'https://[::ffff:7f00:1]:PORT/',
  'https://[0:0:0:0:0:ffff:7f00:0001]:PORT/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::127.0.0.1]:PORT/',
  'https://[::7f00:1]:PORT/',
  'https://[::8.8.8.8]/',
  // IPv6 that embeds IPv4: translated, NAT64, 6to4, Teredo
  'https://[::ffff:0:127.0.0.1]:PORT/',
  'https://[64:ff9b::127.0.0.1]:PORT/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[64:ff9b:1::10.0.0.1]/',
  'https://[64:ff9b:1:ffff::1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a9fe:a9fe::1]/',
  'https://[2002:0808:0808::1]/',
  'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'https://[2001::1]/',
  // IPv6: unique local, link local, site local, multicast, discard, documentation, others
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/latest/meta-data/',
  'https://[fd00:ec2::23]/v1/credentials',
  'https://[fe80::1]/',
  'https://[fe80::a9fe:a9fe]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://[ff0e::1]/',
  'https://[100::1]/',
  'https://[2001:2::1]/',
  'https://[2001:20::1]/',
  'https://[2001:db8::1]/',
  'https://[2620:4f:8000::1]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  'https://[4000::1]/',
  'https://[fe80::1%25eth0]/',
  'https://[fe80::1%eth0]/',
  // what two readers may read as two hosts
  'https://example.com@127.0.0.1:PORT/',
  'https://user:password@example.com/',
  'https://@example.com/',
  'https://127.0.0.1:PORT@example.com/',
  'https://example.com\\@127.0.0.1:PORT/',
  'https://127.0.0.1:PORT\\@example.com/',
  'https://example.com#@127.0.0.1:PORT/ ',
  'https://exam\tple.com/',
  'https://example.com/\r\nhost: 127.0.0.1',
  ' https://127.0.0.1:PORT/',
  'https://127.0.0.1\n:PORT/',
  'https://example.com\u00a0.evil.example/',
  'https:127.0.0.1:PORT',
  'https:/127.0.0.1:PORT/',
  'https:///127.0.0.1:PORT/',
  'https:\\\\127.0.0.1:PORT\\',
  '//127.0.0.1:PORT/',
  'https://example.com./',
  'https://example.com:99999/',
  'https://',
  'https://[::1/',
  '',
  `https://example.com/${'a'.repeat(9000)}`,
  // other schemes, plain http, ports of other protocols
  'ftp://127.0.0.1:PORT/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:PORT/_x',
  'data:text/plain,x',
  'javascript:alert(1)',
  'blob:https://127.0.0.1:PORT/x',
  'ws://127.0.0.1:PORT/',
  'http://example.com/',
  'http://8.8.8.8/',
  'http://[2606:4700:4700::1111]/',
  'https://8.8.8.8:22/',
  'https://example.com:25/',
  'https://example.com:0/',
] as const;

/** What a name that an attacker owns may resolve to. */
const resolved = [
  ['127.0.0.1'],
  ['127.0.0.53'],
  ['0.0.0.0'],
  ['10.1.2.3'],
  ['172.20.0.1'],
  ['192.168.1.1'],
  ['100.64.1.1'],
  ['169.254.169.254'],
  ['169.254.170.2'],
  ['224.0.0.251'],
  ['255.255.255.255'],
  ['::1'],
  ['::'],
  ['::ffff:127.0.0.1'],
  ['::ffff:a9fe:a9fe'],
  ['::127.0.0.1'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::'],
  ['2001:0:7f00:1::'],
  ['fd00:ec2::254'],
  ['fe80::1'],
  ['fe80::1%lo'],
  ['ff02::1'],
  ['not an address'],
  ['8.8.8.8', '127.0.0.1'],
  ['127.0.0.1', '8.8.8.8'],
  ['2606:4700:4700::1111', '::1'],
] as const;

let inside4: Receiver;
let inside6: Receiver;
let client: OutboundClient;
let sockets = 0;
const countSocket = () => (sockets += 1);

function clientOf(resolve: (host: string) => Promise<readonly string[]>, allowedCidrs: readonly string[] = []) {
  return createOutboundClient({ allowedCidrs, timeoutMs: 500, resolve });
}

const post = (url: string) => ({ kind: 'http', method: 'POST', url, headers: {}, body: '{}' }) as const;

beforeAll(async () => {
  inside4 = await startHttp((_, answer) => answer.end('inside'), '0.0.0.0');
  inside6 = await startHttp((_, answer) => answer.end('inside'), '::1');
  subscribe('net.client.socket', countSocket);
  client = clientOf(() => Promise.resolve(['127.0.0.1']));
});

afterAll(async () => {
  unsubscribe('net.client.socket', countSocket);
  client.close();
  await inside4[Symbol.asyncDispose]();
  await inside6[Symbol.asyncDispose]();
});

beforeEach(() => {
  sockets = 0;
});

function expectNoConnection() {
  expect({ sockets, inside4: inside4.connections(), inside6: inside6.connections() }).toEqual({
    sockets: 0,
    inside4: 0,
    inside6: 0,
  });
}

describe('a URL that points inside', () => {
  it.each(literal)('is refused before a connection is opened, when sent and when saved: %j', async (form) => {
    for (const port of [inside4.port, inside6.port]) {
      const url = form.replaceAll('PORT', String(port));

      const sent = await client.send(post(url));
      const saved = checkUrl(url, []);

      expect(sent).toEqual({ kind: 'refused', reason: expect.any(String) });
      expect(saved).toEqual(sent);
    }
    expectNoConnection();
  });
});

describe('a name that resolves to the inside', () => {
  it.each(resolved.map((addresses) => [addresses]))(
    'is refused before a connection is opened: %j',
    async (addresses) => {
      const client = clientOf(() => Promise.resolve(addresses));

      const sent = await client.send(post(`https://innocent.example:${inside4.port}/`));

      expect(sent).toEqual({ kind: 'refused', reason: expect.stringContaining('OUTBOUND_ALLOWED_CIDRS') });
      expectNoConnection();
    },
  );

  it('is refused when only another private range is allowed', async () => {
    const client = clientOf(() => Promise.resolve(['127.0.0.1']), ['10.0.0.0/8', 'fd00::/8', '::/0']);

    const named = await client.send(post(`http://innocent.example:${inside4.port}/`));
    const mapped = await client.send(post(`http://[::ffff:127.0.0.1]:${inside4.port}/`));

    expect([named.kind, mapped.kind]).toEqual(['refused', 'refused']);
    expectNoConnection();
  });

  it('is refused over plain http when it is public, though a private range is allowed', async () => {
    const client = clientOf(() => Promise.resolve(['8.8.8.8']), ['127.0.0.0/8']);

    const sent = await client.send(post('http://innocent.example/'));

    expect(sent).toEqual({ kind: 'refused', reason: expect.stringContaining('https://') });
    expectNoConnection();
  });

  it('is refused on a port of another protocol when it is public', async () => {
    const client = clientOf(() => Promise.resolve(['8.8.8.8']), ['127.0.0.0/8']);

    const sent = await client.send(post('https://innocent.example:6667/'));

    expect(sent).toEqual({ kind: 'refused', reason: expect.stringContaining('6667') });
    expectNoConnection();
  });
});

describe('the counters of this test', () => {
  it('see the connection of a request that is allowed', async () => {
    await using open = await startHttp((_, answer) => answer.end());
    const client = clientOf(() => Promise.resolve(['127.0.0.1']), ['127.0.0.0/8']);

    await client.send(post(`http://innocent.example:${open.port}/`));

    expect({ sockets, open: open.connections() }).toEqual({ sockets: 1, open: 1 });
    client.close();
  });
});

describe('request headers', () => {
  it.each([
    { 'x-a': 'b\r\nhost: 127.0.0.1' },
    { 'x-a': 'b\nc' },
    { 'x-a': 'b\0' },
    { 'x-a': 'b\u2028' },
    { 'x-a\r\nhost': 'b' },
    { 'x a': 'b' },
    { '': 'b' },
    { host: '127.0.0.1' },
    { Host: '127.0.0.1' },
    { 'content-length': '1' },
    { 'Transfer-Encoding': 'chunked' },
    { connection: 'upgrade' },
    { upgrade: 'h2c' },
  ])('are refused before a connection is opened when they inject a line or change the framing: %j', async (headers) => {
    const sent = await client.send({ ...post('https://example.com/'), headers });

    expect(sent).toEqual({ kind: 'refused', reason: expect.any(String) });
    expectNoConnection();
  });
});

describe('a URL that is saved', () => {
  it.each([
    ['https://example.com/hook', []],
    ['https://example.com:8443/hook?token=x', []],
    ['https://bücher.example/', []],
    ['https://8.8.8.8/', []],
    ['https://[2606:4700:4700::1111]/', []],
    ['http://127.0.0.1:9000/', ['127.0.0.0/8']],
    ['http://localhost:9000/', ['127.0.0.0/8', '::1/128']],
    ['http://[::ffff:127.0.0.1]:25/', ['127.0.0.0/8']],
    ['http://[::1]:22/', ['::1/128']],
    ['http://intranet.example/', ['10.0.0.0/8']],
  ])('is accepted when its form is good and nothing speaks against its range: %s', (url, allowed) => {
    expect(checkUrl(url, allowed)).toMatchObject({ kind: 'target' });
  });

  it('is refused in words that say what is allowed and repeat no secret', () => {
    const result = checkUrl('http://10.0.0.1/services/SECRET', []);

    expect(result).toEqual({
      kind: 'refused',
      reason: '10.0.0.1 is a private or reserved address, and OUTBOUND_ALLOWED_CIDRS does not allow it',
    });
  });
});
