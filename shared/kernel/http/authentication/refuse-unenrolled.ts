import { FactorEnrolmentRequiredError } from '../../errors/errors.ts';
import type { Middleware } from '../types.ts';

/** 403 for sessions of users who must set up a second factor first. */
export function refuseUnenrolled(): Middleware {
  return {
    before: ({ internal: { session } }) => {
      if (session?.mustEnrol) throw new FactorEnrolmentRequiredError();
    },
  };
}
