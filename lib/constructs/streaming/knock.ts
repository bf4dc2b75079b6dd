/** A request that the load balancer of streams answers itself, by this header, which no reader sends. */
export const KNOCK = { path: '/api/stream/knock', header: 'stream-knock', value: 'from-eventbridge' } as const;
