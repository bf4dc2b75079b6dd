import type { Server } from 'node:http';
import startSes from 'aws-ses-v2-local';

/** A local SES: takes mail and shows it on a page. */
export interface Inbox {
  /** `http://127.0.0.1:<port>`, which is also the page. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the inbox on a free port of 127.0.0.1. It keeps mail in memory, as long as the stack runs. */
export async function openInbox(): Promise<Inbox> {
  const server: Server = await startSes.default({ host: '127.0.0.1', port: 0 });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the inbox has no TCP port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((settle) => {
        server.close(settle);
      });
    },
  };
}
