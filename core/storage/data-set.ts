/** The header in which CloudFront tells the Live Stream service where the router that sends keeps its data. */
export const DATA_SET_HEADER = 'data-set';

/** Physical names of what sending writes and streaming reads. */
export interface DataSetNames {
  readonly directory: string;
  readonly liveEvents: string;
  readonly counters: string;
  readonly bodies: string;
}

/**
 * One text for what a part of the router keeps its data in. Each stack learns the names when it is deployed, so after
 * a restore one of them may still mean the tables of before; two parts belong together when their texts are the same.
 */
export const dataSetOf = ({ directory, liveEvents, counters, bodies }: DataSetNames): string =>
  [directory, liveEvents, counters, bodies].join(',');
