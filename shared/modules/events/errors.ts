/** The errors of this module. Each function declares those that it throws; `eventErrors` documents them all. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const tooManyStreams = { code: 'too_many_streams', status: 503 } as const;

/** The tenant has reached its maximum of open event streams. */
export class TooManyStreamsError extends AppError {
  constructor(limit: number, retryAfterSeconds: number) {
    super(tooManyStreams, `Your tenant has ${limit} event streams open; close one before you open another.`, {
      headers: { 'retry-after': String(retryAfterSeconds) },
    });
  }
}

export const eventErrors: readonly DocumentedError[] = [
  {
    type: tooManyStreams,
    meaning: 'The tenant has reached its limit of open event streams; try again after `Retry-After`.',
    example: { error: 'Your tenant has 50 event streams open; close one before you open another.' },
  },
];
