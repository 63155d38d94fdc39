/** Reads values of toggles for conditions of other modules. */
import type { TenantScope } from '../../kernel/base/principal.ts';
import { findStoredValues } from './check-store.ts';
import { evaluateAll, ownContext } from './evaluation-service.ts';

/**
 * Returns the values of the toggles in the tenant by identifier, evaluated without a user. Unknown identifiers are
 * missing. Sends one request per 50 identifiers.
 */
export async function findToggleValues(
  scope: TenantScope,
  identifiers: readonly string[],
  nowMs: number,
): Promise<Record<string, unknown>> {
  if (identifiers.length === 0) return {};
  const stored = await findStoredValues(scope, identifiers);
  const evaluations = await evaluateAll([...stored.values()], ownContext(scope, undefined, nowMs));
  return Object.fromEntries([...stored.keys()].map((name, index) => [name, evaluations[index]?.value]));
}
