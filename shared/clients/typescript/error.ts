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
    this.body = body;
  }
}
