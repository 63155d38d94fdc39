/** Errors of external services, by how to react. */

/** The service refuses the credentials. The user must enter others. */
export class AuthorizationFailedError extends Error {
  override name = 'AuthorizationFailedError';
}

/** A permanent failure: a retry would fail again. Users read the message. */
export class SourceError extends Error {
  override name = 'SourceError';
}

/** The service asks its clients to wait. The call is retried after that time. */
export class RetryLaterError extends Error {
  override name = 'RetryLaterError';
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
