/** A request that the load balancer of streams answers itself. Nobody else sends this header, so nobody else is answered. */
export const KNOCK = { path: '/api/stream/knock', header: 'stream-knock', value: 'from-eventbridge' } as const;
