import { FilterCriteria, FilterRule } from 'aws-cdk-lib/aws-lambda';

const NEW_OR_CHANGED = FilterRule.or('INSERT', 'MODIFY');

/** Ends of a delivery. */
const ENDS = ['delivered', 'failed', 'skipped'];

const inState = (states: readonly string[]) => ({ state: { S: FilterRule.or(...states) } });

/**
 * The changes of the Messages table that count: messages, deliveries that came to an end or failed for now, and ends
 * that are taken back. Rows that expire, claims and marks of the sweeper are most of the stream, and change nothing.
 */
export const countedChanges = [
  // Messages alone have it.
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
