/**
 * Settings of every AWS client. A connection that hangs is given up and tried again: without a limit it would hold a
 * function until its timeout kills it, and everything that it was doing with it.
 */
export const clientSettings = {
  maxAttempts: 4,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
} as const;
