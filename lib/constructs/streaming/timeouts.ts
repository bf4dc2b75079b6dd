import { Duration } from 'aws-cdk-lib';

/**
 * Timeouts on the way to a stream's reader. They only work in this order:
 * keepalive comment (30 s, fixed by the specification) < ORIGIN_READ_TIMEOUT < IDLE_TIMEOUT, and
 * DRAIN_TIME <= DEREGISTRATION_DELAY < STOP_TIMEOUT.
 */

/** CloudFront gives up a stream after this much silence. */
export const ORIGIN_READ_TIMEOUT = Duration.seconds(60);

/** CloudFront keeps an unused connection to the load balancer this long. Below IDLE_TIMEOUT: the caller closes first. */
export const ORIGIN_KEEPALIVE = Duration.seconds(60);

/** The load balancer closes a connection after this much silence. The service's own keep-alive must be longer. */
export const IDLE_TIMEOUT = Duration.seconds(120);

/** A stopping task spreads the end of its streams over this time, so that readers do not all come back at once. */
export const DRAIN_TIME = Duration.seconds(90);

/** How long the load balancer lets open streams of a stopping task go on. */
export const DEREGISTRATION_DELAY = Duration.seconds(90);

/** From SIGTERM to SIGKILL: the most that Fargate grants. */
export const STOP_TIMEOUT = Duration.seconds(120);
