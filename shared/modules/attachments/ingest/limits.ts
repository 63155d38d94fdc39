/** Limits of the ingest service. */
export const ingestLimits = {
  /** Maximum parallel requests per task. Each holds two parts of 5 MiB, and a task has 1 GB of memory. */
  requests: 40,
  /** Maximum time between two chunks of a client. */
  idleSeconds: 20,
  /** Maximum duration of a request: 25 MB at 1.2 Mbit/s. */
  totalSeconds: 180,
  /** Maximum bytes to read of a rejected body, so that the client receives the response. */
  drainBytes: 1_048_576,
  /** Maximum time to wait for a rejected client to stop sending. */
  drainSeconds: 2,
  /** `Retry-After` of a task with too many requests. */
  retryAfterSeconds: 2,
};
export type IngestLimits = typeof ingestLimits;

/** Path of the load balancer's health check. */
export const healthPath = '/health';

/** Bytes that the edge allows in addition to the largest file, for the other parts of the form. */
export const overheadBytes = 1_048_576;
