import { Duration } from 'aws-cdk-lib';

/** One outgoing request, from name resolution to the last byte read. */
export const DELIVERY_TIMEOUT = Duration.seconds(15);

/** A batch is delivered in parallel; its slowest request and the writes after it must fit. */
export const DELIVER_HTTP_TIMEOUT = Duration.seconds(60);

/** Calls to AWS services are quick, and an SMS goes to all its recipients at once. */
export const DELIVER_AWS_TIMEOUT = Duration.seconds(60);
