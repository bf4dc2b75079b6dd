/** What a metric of ours says, beside its name. */
interface MetricDeclaration {
  readonly unit: 'Count' | 'Bytes' | 'Milliseconds';
  /** Which part of the router writes it. */
  readonly by: 'access log' | 'delivery' | 'sweeper' | 'live-stream';
  /** One line for whoever looks at a graph of it. */
  readonly meaning: string;
}

/**
 * Every metric that we write ourselves. At most ten and without dimensions: each combination of values would be a metric
 * of its own, and ten are free. Routers side by side are told apart by their namespace. What AWS measures anyway (ages of queues, errors, durations) is not measured again.
 */
export const METRICS = {
  SendsFailed: { unit: 'Count', by: 'access log', meaning: 'Sends answered with 5xx, except loops' },
  ManagementFailed: {
    unit: 'Count',
    by: 'access log',
    meaning: 'Calls of the management API that crashed or found no function',
  },
  DeliveryLag: { unit: 'Milliseconds', by: 'delivery', meaning: 'From the send to the start of the first attempt' },
  DeliveriesFailed: {
    unit: 'Count',
    by: 'delivery',
    meaning: 'Deliveries that ended as failed, and tasks that were not ended',
  },
  SweepLag: { unit: 'Milliseconds', by: 'sweeper', meaning: 'How late the most overdue parked delivery was found' },
  OpenStreams: { unit: 'Count', by: 'live-stream', meaning: 'Open streams of one task' },
  StreamEvents: { unit: 'Count', by: 'live-stream', meaning: 'Events sent to the readers of their channel' },
  StreamBytes: { unit: 'Bytes', by: 'live-stream', meaning: 'Written to readers' },
  StreamDrops: { unit: 'Count', by: 'live-stream', meaning: 'Readers dropped because they were too slow' },
  StreamLag: { unit: 'Milliseconds', by: 'live-stream', meaning: 'From storing an event to sending it' },
} as const satisfies Readonly<Record<string, MetricDeclaration>>;

/** The name of a metric of ours. */
export type MetricName = keyof typeof METRICS;
