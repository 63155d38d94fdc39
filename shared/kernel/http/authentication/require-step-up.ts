import { hasFactor, isRecentlyProved } from '../../auth/step-up.ts';
import { StepUpRequiredError } from '../../errors/errors.ts';
import type { Middleware } from '../types.ts';

/**
 * 403 when the session's user has a second factor that it has not proved recently. API keys, their sessions and users
 * without a second factor pass. One request, none after a recent proof.
 */
export function requireStepUp(): Middleware {
  return {
    before: async ({ internal: { principal, session } }) => {
      const tenantId = principal?.tenantId ?? null;
      if (session === undefined || session.userId === null || tenantId === null) return;
      if (isRecentlyProved(session, Date.now())) return;
      if (await hasFactor({ tenantId }, session.userId)) throw new StepUpRequiredError();
    },
  };
}
