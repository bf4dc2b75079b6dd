import { FilterCriteria, FilterRule } from 'aws-cdk-lib/aws-lambda';

const NEW_OR_CHANGED = FilterRule.or('INSERT', 'MODIFY');

/** Ends of a delivery. */
const ENDS = ['delivered', 'failed', 'skipped'];

const inState = (states: readonly string[]) => ({ state: { S: FilterRule.or(...states) } });

/**
 * The changes in the Messages table that count: messages, deliveries that ended or failed for now, and ends that are
 * taken back. Expired rows, claims and marks of the sweeper make up most of the stream, and change no figure.
 */
export const countedChanges = [
  // Only messages have it.
  FilterCriteria.filter({
    eventName: NEW_OR_CHANGED,
    dynamodb: { NewImage: { receivedAt: { S: FilterRule.exists() } } },
  }),
  FilterCriteria.filter({
    eventName: NEW_OR_CHANGED,
    dynamodb: { NewImage: inState([...ENDS, 'retrying']) },
  }),
  FilterCriteria.filter({ eventName: FilterRule.isEqual('MODIFY'), dynamodb: { OldImage: inState(ENDS) } }),
];
