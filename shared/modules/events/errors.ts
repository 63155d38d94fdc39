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
    type: eventIdConflict,
    meaning: 'The organization has published another event with this id in the last 14 days.',
    example: {
      error: 'The id shipment-1001 was used for an event with another type or other data; use a new id.',
    },
  },
  {
    type: tooManyStreams,
    meaning: 'The tenant has reached its limit of open event streams; try again after `Retry-After`.',
    example: { error: 'Your tenant has 50 event streams open; close one before you open another.' },
  },
];
