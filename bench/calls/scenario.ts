/** A kind of notification whose calls are counted. */
export interface Scenario {
  readonly name: string;
  /** Bytes of the body. */
  readonly bodyBytes: number;
  /** Channels of each kind that the webhook links. */
  readonly channels: { readonly http?: number; readonly sns?: number; readonly live?: number };
  /** Whether the webhook has templates. */
  readonly templates?: boolean;
  /** Whether its messages are of one alert, which has begun before. */
  readonly lifecycle?: boolean;
}

const KB = 1024;

/** What the `calls` part counts and the guard in the tests holds on to. */
export const scenarios = {
  oneChannel: { name: '1 HTTP channel, 1 KB', bodyBytes: KB, channels: { http: 1 } },
  tenChannels: { name: '10 HTTP channels, 1 KB', bodyBytes: KB, channels: { http: 10 } },
  twoQueues: { name: '5 HTTP and 5 SNS channels, 1 KB', bodyBytes: KB, channels: { http: 5, sns: 5 } },
  live: { name: '1 Live Stream, 1 KB', bodyBytes: KB, channels: { live: 1 } },
  templates: { name: '1 HTTP channel, templates, 1 KB', bodyBytes: KB, channels: { http: 1 }, templates: true },
  lifecycle: { name: '1 HTTP channel, of an alert, 1 KB', bodyBytes: KB, channels: { http: 1 }, lifecycle: true },
  large: { name: '1 HTTP channel, 64 KB', bodyBytes: 64 * KB, channels: { http: 1 } },
  hundredChannels: { name: '100 HTTP channels, 1 KB', bodyBytes: KB, channels: { http: 100 } },
} as const satisfies Record<string, Scenario>;
