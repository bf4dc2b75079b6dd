import { dataSetOf } from '../../../core/storage/data-set.ts';
import type { Alerts } from './alerts.ts';
import type { Asks } from './asks.ts';
import type { Bodies } from './bodies.ts';
import type { Counters } from './counters.ts';
import type { Directory } from './directory.ts';
import type { Figures } from './figures.ts';
import type { LiveEvents } from './live-events.ts';
import type { Messages } from './messages.ts';
import type { SecretsKey } from './secrets-key.ts';

/** Everything that must outlive an upgrade, as the other constructs see it. */
export interface Storage {
  readonly directory: Directory;
  readonly messages: Messages;
  readonly liveEvents: LiveEvents;
  readonly counters: Counters;
  readonly alerts: Alerts;
  readonly asks: Asks;
  readonly figures: Figures;
  readonly bodies: Bodies;
  readonly secretsKey: SecretsKey;
}

/** Names of the tables, for the environment of a function. */
export const tableEnvironment = ({ directory, messages, liveEvents, counters, alerts, asks }: Storage) => ({
  DIRECTORY_TABLE: directory.tableName,
  MESSAGES_TABLE: messages.tableName,
  LIVE_EVENTS_TABLE: liveEvents.tableName,
  COUNTERS_TABLE: counters.tableName,
  ALERTS_TABLE: alerts.tableName,
  ASKS_TABLE: asks.tableName,
});

/** Where a stack believes its data is: the Live Stream service compares this with its own. */
export const dataSet = ({ directory, liveEvents, counters, bodies }: Storage): string =>
  dataSetOf({
    directory: directory.tableName,
    liveEvents: liveEvents.tableName,
    counters: counters.tableName,
    bodies: bodies.bucketName,
  });
