/** The errors of this module. Each function declares those that it throws; `eventErrors` documents them all. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const eventIdConflict = { code: 'event_id_conflict', status: 409 } as const;
const tooManyStreams = { code: 'too_many_streams', status: 503 } as const;

/** The organization has used the id for another event. */
export class EventIdConflictError extends AppError {
  constructor(id: string) {
    super(
      eventIdConflict,
      `The id ${id} was used for an event with another type or other data; use a new id.`,
    );
  }
}

/** The tenant, or the client's address in it, has as many open event streams as it may have. */
export class TooManyStreamsError extends AppError {
  constructor(limits: { perTenant: number; perAddress: number }, retryAfterSeconds: number) {
    super(
      tooManyStreams,
      `A tenant can have ${limits.perTenant} event streams open, ${limits.perAddress} of them from one address; ` +
        'close one before you open another.',
      { headers: { 'retry-after': String(retryAfterSeconds) } },
    );
  }
}

export const eventErrors: readonly DocumentedError[] = [
  {
    type: eventIdConflict,
    meaning: 'The organization has published another event with this id in the last 14 days.',
    example: {
      error: 'The id shipment-1001 was used for an event with another type or other data; use a new id.',
    },
  },
  {
    type: tooManyStreams,
    meaning:
      'The tenant, or your address, has reached its limit of open event streams; try again after `Retry-After`.',
    example: {
      error:
        'A tenant can have 50 event streams open, 25 of them from one address; close one before you open another.',
    },
  },
];
