import type { ApiError } from './schemas.ts';

/** A refused call, for those who prefer exceptions. */
export class PlatformError extends Error {
  readonly status: number;
  /** What went wrong, for programs; undefined when the answer was not the platform's own. */
  readonly code: ApiError['code'] | undefined;
  /** Which fields are wrong. */
  readonly details: ApiError['details'];
  /** To be quoted when asking for help. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the call is sent again; undefined when the response names none. */
  readonly retryAfterSeconds: number | undefined;
  /** The whole answer. */
  readonly body: unknown;

  constructor(response: Response, body: unknown) {
    const { error, code, details } = (
      typeof body === 'object' && body !== null ? body : {}
    ) as Partial<ApiError>;
    super(error ?? `The platform answered ${response.status}.`);
    this.name = 'PlatformError';
    this.status = response.status;
    this.code = code;
    this.details = details;
    this.requestId = response.headers.get('x-request-id') ?? undefined;
    const retryAfter = response.headers.get('retry-after');
    this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
    this.body = body;
  }
}
