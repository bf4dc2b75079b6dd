import * as http from 'node:http';
import * as https from 'node:https';

/** Shorter than servers usually allow (5 s and more), so that we are the ones who close an idle connection. */
const IDLE_MS = 4000;

const options = {
  keepAlive: true,
  maxSockets: 64,
  maxFreeSockets: 8,
  timeout: IDLE_MS,
} as const;

/** Connections kept open for the next request to the same address, port and server name. */
export interface ConnectionPool {
  /**
   * The agent for a request at `now`, milliseconds. After a pause without any request, idle connections are dropped
   * first: a function that was frozen wakes up with connections that the other side closed long ago.
   */
  agentFor(secure: boolean, now: number): http.Agent;
  /** Closes every connection. */
  close(): void;
}

/**
 * Agents key their connections by the host they connect to, which is the checked address: a name that resolves to
 * another address never gets a connection to the old one. At most 64 connections per destination, 8 of them idle.
 */
export function createConnectionPool(): ConnectionPool {
  const plain = new http.Agent(options);
  const secured = new https.Agent({ ...options, rejectUnauthorized: true });
  let usedAt = 0;
  return {
    agentFor(secure, now) {
      if (now - usedAt > IDLE_MS) dropIdle([plain, secured]);
      usedAt = now;
      return secure ? secured : plain;
    },
    close() {
      plain.destroy();
      secured.destroy();
    },
  };
}

function dropIdle(agents: readonly http.Agent[]): void {
  for (const agent of agents) {
    for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) socket.destroy();
  }
}
