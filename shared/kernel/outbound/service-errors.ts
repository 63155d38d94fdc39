/** What calls of a service outside the platform end with, by what the caller does about it. */

/** The service refuses the credentials: others are needed. */
export class AuthorizationFailedError extends Error {
  override name = 'AuthorizationFailedError';
}

/** Trying again would not help. People read the text. */
export class SourceError extends Error {
  override name = 'SourceError';
}

/** The service asks its clients to wait: the same call is tried again after that. */
export class RetryLaterError extends Error {
  override name = 'RetryLaterError';
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
