import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from '../../../local/process/free-port.ts';

it('gives a port that can be listened on and that no outgoing connection is given', async () => {
  const port = await freePort();

  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();

  expect(port).toBeLessThan(32_768);
});
