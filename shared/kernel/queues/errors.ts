/** Errors with which a worker reports a message that it could not process. */

/** A temporary failure: the queue delivers the message again and finally moves it to the dead-letter queue. */
export class RetryableError extends Error {
  override name = 'RetryableError';
}

/** A permanent failure: the message is logged as an error and not delivered again. */
export class PermanentError extends Error {
  override name = 'PermanentError';
}
