/** An index of a table: another key for the rows that have its attributes. */
export interface IndexShape {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey: string;
  /** What its rows hold: all attributes, or the keys alone. */
  readonly projection: 'ALL' | 'KEYS_ONLY';
}

/** Keys, indexes and stream of a table. Key attributes are strings. */
export interface TableShape {
  readonly partitionKey: string;
  /** Absent: one row per partition key. */
  readonly sortKey?: string;
  readonly indexes?: readonly IndexShape[];
  /** What the table's stream tells of a change. */
  readonly stream?: 'NEW_IMAGE' | 'NEW_AND_OLD_IMAGES';
}

/** The attribute, in epoch seconds, by which rows expire. Readers ignore expired rows: DynamoDB removes them late. */
export const EXPIRY_ATTRIBUTE = 'expiresAt';

/** Deliveries that wait for the sweeper. */
export const dueIndex = {
  name: 'due',
  partitionKey: 'dueShard',
  sortKey: 'dueAt',
  projection: 'ALL',
} as const satisfies IndexShape;

/** Deliveries that failed, in the order of the table, so that a list of failures pages like every other. */
export const failedIndex = {
  name: 'failed',
  partitionKey: 'failedShard',
  sortKey: 'sk',
  projection: 'KEYS_ONLY',
} as const satisfies IndexShape;

/** Alerts of an organisation by the time they began. None of its keys changes with a message. */
export const alertListIndex = {
  name: 'list',
  partitionKey: 'listShard',
  sortKey: 'alertId',
  projection: 'KEYS_ONLY',
} as const satisfies IndexShape;

/** Alerts whose timer the sweeper watches. */
export const alertDueIndex = {
  name: 'due',
  partitionKey: 'dueShard',
  sortKey: 'dueAt',
  projection: 'KEYS_ONLY',
} as const satisfies IndexShape;

/** The asks of an organisation by the time they were made, whole: few are made, and each is changed twice. */
export const askListIndex = {
  name: 'list',
  partitionKey: 'organizationId',
  sortKey: 'askId',
  projection: 'ALL',
} as const satisfies IndexShape;

/** Asks whose end is still to come or to be told. */
export const askDueIndex = {
  name: 'due',
  partitionKey: 'dueShard',
  sortKey: 'dueAt',
  projection: 'KEYS_ONLY',
} as const satisfies IndexShape;

/** Every table, for whoever makes it and whoever queries it. Data alone: infrastructure and runtime code share it. */
export const tables = {
  directory: { partitionKey: 'pk', sortKey: 'sk' },
  messages: { partitionKey: 'pk', sortKey: 'sk', indexes: [dueIndex, failedIndex], stream: 'NEW_AND_OLD_IMAGES' },
  liveEvents: { partitionKey: 'channelId', sortKey: 'id', stream: 'NEW_IMAGE' },
  counters: { partitionKey: 'pk' },
  alerts: { partitionKey: 'pk', sortKey: 'sk', indexes: [alertListIndex, alertDueIndex] },
  asks: { partitionKey: 'askId', indexes: [askListIndex, askDueIndex] },
  figures: { partitionKey: 'pk', sortKey: 'sk' },
} as const satisfies Record<string, TableShape>;

/** What the tables are called in one installation. */
export type TableNames = { readonly [table in keyof typeof tables]: string };
