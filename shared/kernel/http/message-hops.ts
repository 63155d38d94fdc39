/**
 * The hops of a request that one of the platform's own deliveries makes. They are not verified: callers can only refuse
 * their own requests. Endpoints that other systems call for a tenant verify them (`verifiesHops`).
 */
import { claimedHops, enter } from '../events/hops.ts';
import type { EndpointSpec } from './endpoint-spec.ts';
import type { Middleware } from './types.ts';

/** Whether the second return of a message to this endpoint is refused. */
export const refusesLoops = ({ auth, method, verifiesHops }: EndpointSpec): boolean =>
  verifiesHops === true || (auth === 'caller' && method !== 'GET');

/** Throws LoopDetectedError on the second return of a message. */
export function messageHops({ verifiesHops }: EndpointSpec): Middleware {
  return {
    before: ({ event, internal }) => {
      const claim = claimedHops(event.headers);
      if (claim !== undefined && verifiesHops !== true) internal.hops = enter(claim.hops);
    },
  };
}
