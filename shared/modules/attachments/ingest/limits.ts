/** What the ingest service grants a request. */
export const ingestLimits = {
  /** Requests at once in one task: each holds two parts of 5 MiB, and a task has 1 GB. */
  requests: 40,
  /** How long a client may send nothing. */
  idleSeconds: 20,
  /** How long a whole request may take: 25 MB at 1.2 Mbit/s. */
  totalSeconds: 180,
  /** What is read of a refused body, so that its sender gets to see the answer. */
  drainBytes: 1_048_576,
  /** How long a refused sender may take to notice. */
  drainSeconds: 2,
  /** When to come back to a task that has too many requests. */
  retryAfterSeconds: 2,
};
export type IngestLimits = typeof ingestLimits;

/** Where the load balancer asks whether a task is well. */
export const healthPath = '/health';

/** What the edge lets pass beyond the largest body: the other parts of the form. */
export const overheadBytes = 1_048_576;
