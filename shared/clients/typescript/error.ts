import type { components } from './openapi.ts';

export type ApiError = components['schemas']['Error'];

/** A refused call as an exception. */
export class PlatformError extends Error {
  readonly status: number;
  /** The error code; undefined when the response was not the platform's own. */
  readonly code: ApiError['code'] | undefined;
  /** The invalid fields. */
  readonly details: ApiError['details'];
  /** To quote in support requests. */
  readonly requestId: string | undefined;
  /** Seconds to wait before repeating the call; undefined when the response names none. */
  readonly retryAfterSeconds: number | undefined;
  /** The whole response. */
  readonly body: unknown;

  constructor(response: Response, body: unknown) {
    // Errors of OAuth have their text in `error_description`.
    const { error, code, details, error_description } = (
      typeof body === 'object' && body !== null ? body : {}
    ) as Partial<ApiError & { error_description: string }>;
    super(error_description ?? error ?? `The platform answered ${response.status}.`);
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
