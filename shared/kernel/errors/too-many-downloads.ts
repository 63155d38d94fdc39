import { AppError, type DocumentedError } from './app-error.ts';

const tooManyDownloads = { code: 'too_many_downloads', status: 503 } as const;

/** The tenant, or the client's address in it, has as many open downloads as it may have. */
export class TooManyDownloadsError extends AppError {
  constructor(limits: { perTenant: number; perAddress: number }, retryAfterSeconds: number) {
    super(
      tooManyDownloads,
      `A tenant can have ${limits.perTenant} open downloads, ${limits.perAddress} of them from one address; ` +
        'finish one before you start another.',
      { headers: { 'retry-after': String(retryAfterSeconds) } },
    );
  }
}

export const downloadErrors: readonly DocumentedError[] = [
  {
    type: tooManyDownloads,
    meaning:
      'The tenant, or your address, has reached its limit of open downloads and exports; repeat the request after ' +
      '`Retry-After`.',
    example: {
      error:
        'A tenant can have 20 open downloads, 10 of them from one address; finish one before you start another.',
    },
  },
];
