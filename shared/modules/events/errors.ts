/** The errors of this module. */
import { apiError } from '../../kernel/errors/api-error.ts';

export const EventIdConflictError = apiError({
  code: 'event_id_conflict',
  status: 409,
  when: 'The organization has published another event with this id in the last 14 days.',
  message: (id: string) =>
    `The id ${id} was used for an event with another type or other data; use a new id.`,
  example: ['shipment-1001'],
});

/** The tenant, or the client's address in it, has as many open event streams as it may have. */
export const TooManyStreamsError = apiError({
  code: 'too_many_streams',
  status: 503,
  when: 'The tenant, or your address, has reached its limit of open event streams; try again after `Retry-After`.',
  message: (
    { perTenant, perAddress }: { perTenant: number; perAddress: number },
    _retryAfterSeconds: number,
  ) =>
    `A tenant can have ${perTenant} event streams open, ${perAddress} of them from one address; ` +
    'close one before you open another.',
  headers: (_, retryAfterSeconds) => ({ 'retry-after': String(retryAfterSeconds) }),
  example: [{ perTenant: 50, perAddress: 25 }, 60],
});
