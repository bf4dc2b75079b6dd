import * as z from 'zod/mini';

/** Names of the tables, for the environment of every function that works with messages. */
export const tableNames = {
  DIRECTORY_TABLE: z.string(),
  MESSAGES_TABLE: z.string(),
  LIVE_EVENTS_TABLE: z.string(),
  COUNTERS_TABLE: z.string(),
  ALERTS_TABLE: z.string(),
  ASKS_TABLE: z.string(),
};

/** Addresses of the queues that jobs go to. */
export const jobQueueUrls = {
  OUTBOUND_QUEUE_URL: z.string(),
  AWS_QUEUE_URL: z.string(),
};
