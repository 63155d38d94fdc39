import { inTime } from './in-time.ts';

/**
 * How every AWS client here is configured. A call that hangs must fail while the caller still waits: HTTP API
 * gives up after 30 s, so three attempts of at most 3 s each leave time to answer 503 ourselves. After that answer
 * nothing is called any more.
 */
export const clientConfig = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
  extensions: [inTime],
};
