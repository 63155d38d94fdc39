/** What a worker says about a message that it could not process. */

/** It may succeed later: the queue delivers the message again, and at last moves it to the dead-letter queue. */
export class RetryableError extends Error {
  override name = 'RetryableError';
}

/** It will never succeed: the message is logged as an error and not delivered again. */
export class PermanentError extends Error {
  override name = 'PermanentError';
}
