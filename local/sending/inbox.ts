import type { Server } from 'node:http';
import * as ses from 'aws-ses-v2-local';

/** A local SES: takes mail and shows it on a page. */
export interface Inbox {
  /** `http://127.0.0.1:<port>`, which is also the page. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the inbox on a free port of 127.0.0.1. It keeps mail in memory, as long as the stack runs. */
export async function openInbox(): Promise<Inbox> {
  const server = await starter()({ host: '127.0.0.1', port: 0 });
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

type Start = (config: { host: string; port: number }) => Promise<Server>;

/** A CommonJS module with a `default` export: Node's default import is the module, a test runner's is that export. */
function starter(): Start {
  const loaded: unknown = ses.default;
  if (isStart(loaded)) return loaded;
  const named: unknown = ses.default.default;
  if (isStart(named)) return named;
  throw new Error('aws-ses-v2-local cannot be started');
}

function isStart(value: unknown): value is Start {
  return typeof value === 'function';
}
