import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutboundClient, type OutboundClient } from '../../../adapters/http/outbound-client.ts';
import { certificate, startHttps, startTcp } from './receiver.ts';

const roots = getCACertificates('default');
let client: OutboundClient | undefined;

/** A client whose every name lies on this machine. */
function sendTo(url: string) {
  client = createOutboundClient({
    allowedCidrs: ['127.0.0.0/8'],
    timeoutMs: 2000,
    connectTimeoutMs: 200,
    resolve: () => Promise.resolve(['127.0.0.1']),
  });
  return client.send({ kind: 'http', method: 'POST', url, headers: {}, body: '{}' });
}

afterEach(() => {
  client?.close();
  setDefaultCACertificates(roots);
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
});

describe('a TLS receiver', () => {
  it('gets the name as SNI and host when its certificate is trusted', async () => {
    setDefaultCACertificates([...roots, certificate]);
    const seen: unknown[] = [];
    await using receiver = await startHttps((request, answer) => {
      seen.push('servername' in request.socket && request.socket.servername, request.headers.host);
      answer.end('ok');
    });

    const result = await sendTo(`https://receiver.test:${receiver.port}/`);

    expect(result).toMatchObject({ kind: 'response', status: 200, body: 'ok' });
    expect(seen).toEqual(['receiver.test', `receiver.test:${receiver.port}`]);
  });

  it('is reached by address when its certificate names the address', async () => {
    setDefaultCACertificates([...roots, certificate]);
    await using receiver = await startHttps((_, answer) => answer.end('ok'));

    const result = await sendTo(`https://127.0.0.1:${receiver.port}/`);

    expect(result).toMatchObject({ kind: 'response', status: 200 });
  });

  it('gets nothing when its certificate is self-signed', async () => {
    let requests = 0;
    await using receiver = await startHttps(() => (requests += 1));

    const result = await sendTo(`https://receiver.test:${receiver.port}/`);

    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'tls',
      message: 'no trusted TLS connection (DEPTH_ZERO_SELF_SIGNED_CERT)',
      maybeDelivered: false,
    });
    expect(requests).toBe(0);
  });

  it('gets nothing when its certificate is of another name', async () => {
    setDefaultCACertificates([...roots, certificate]);
    await using receiver = await startHttps((_, answer) => answer.end());

    const result = await sendTo(`https://other.test:${receiver.port}/`);

    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'tls',
      message: 'no trusted TLS connection (ERR_TLS_CERT_ALTNAME_INVALID)',
      maybeDelivered: false,
    });
  });

  it('is verified even when the environment says not to', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    await using receiver = await startHttps((_, answer) => answer.end());

    const result = await sendTo(`https://receiver.test:${receiver.port}/`);

    expect(result).toMatchObject({ kind: 'failed', reason: 'tls' });
  });

  it('fails with a timeout, surely not delivered, when it never finishes the handshake', async () => {
    await using receiver = await startTcp(() => undefined);

    const result = await sendTo(`https://receiver.test:${receiver.port}/`);

    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
      message: 'no connection within 200 ms',
      maybeDelivered: false,
    });
  });

  it('fails on TLS when it speaks plain text', async () => {
    await using receiver = await startTcp((socket) => {
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });

    const result = await sendTo(`https://receiver.test:${receiver.port}/`);

    expect(result).toMatchObject({ kind: 'failed', reason: 'tls', maybeDelivered: false });
  });
});
