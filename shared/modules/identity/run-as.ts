/** Reads the current rights of the user or key that work runs as. */

import { confinedTo, type RunAs, type WorkScope } from '../../kernel/auth/run-as.ts';
import type { Principal } from '../../kernel/base/principal.ts';
import { currentPrincipal } from './current-rights.ts';

/** The rights of a platform module in work that it has created. */
const moduleSubject = 'system:';

/**
 * The user or key with its current rights, restricted to a scope; undefined if it was deleted, is not active or may not
 * act there. Up to three requests.
 */
export async function currentRunAs(
  { subject, tenantId }: Pick<RunAs, 'subject' | 'tenantId'>,
  scope: WorkScope,
  nowMs: number,
): Promise<Principal | undefined> {
  const principal = subject.startsWith(moduleSubject)
    ? { subject, tenantId, organizationId: null, organizationIds: null, features: ['*'], isSuperAdmin: true }
    : await currentPrincipal(tenantId, subject, nowMs);
  return principal && confinedTo(scope, principal);
}
