/** Checks: what toggles are in the caller's tenant, from one strongly consistent read. */

import type { Principal, Scope, TenantScope } from '../../kernel/auth/principal.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import { Reply } from '../../kernel/http/reply.ts';
import { checkTag, type Resolved, resolve, type StoredValues } from './check.ts';
import type { BatchCheck } from './check-contract.ts';
import { copyWhenBusy, findStoredValues, type StoredToggle } from './check-store.ts';
import type { ToggleCheckError } from './errors.ts';
import type { Evaluation } from './evaluation/evaluate.ts';
import { evaluateAll, ownContext } from './evaluation-service.ts';
import type { ToggleType } from './toggle-contract.ts';
import { countEvaluations } from './usage.ts';

export interface Checked {
  resolved: Resolved;
  etag: string;
}

/** What an evaluation found, in the place of the tenant's value or of the default. */
function asStored(values: StoredValues, { value, source }: Evaluation): StoredValues {
  const { toggleId, type, defaultValue } = values;
  return source === 'override'
    ? { toggleId, type, defaultValue, override: { value } }
    : { toggleId, type, defaultValue: value };
}

/** The values as they are for the caller, and each of them counted as an evaluation. */
async function valuesFor(
  scope: TenantScope & Partial<Scope>,
  stored: ReadonlyMap<string, StoredToggle>,
  principal: Principal | undefined,
): Promise<Map<string, StoredValues>> {
  const nowMs = Date.now();
  const toggles = [...stored];
  const evaluations = await evaluateAll(
    toggles.map(([, toggle]) => toggle),
    ownContext(scope, principal, nowMs),
  );
  await countEvaluations(
    scope,
    toggles.map(([, { toggleId }], index) => ({ toggleId, evaluation: evaluations[index] })),
    nowMs,
  );
  return new Map(
    toggles.map(([identifier, toggle], index) => {
      const evaluation = evaluations[index];
      return [identifier, evaluation === undefined ? toggle : asStored(toggle, evaluation)];
    }),
  );
}

/** The value of a toggle of the given type, for the caller. Throws ToggleCheckError. */
export async function checkToggle(
  scope: TenantScope,
  identifier: string,
  expected: ToggleType,
  principal?: Principal,
): Promise<Checked> {
  const stored = await findStoredValues(scope, [identifier]);
  await copyWhenBusy(stored);
  const values = await valuesFor(scope, stored, principal);
  const resolved = resolve(identifier, values.get(identifier), expected);
  return { resolved, etag: checkTag(scope.tenantId, identifier, resolved) };
}

/** Where a checked value comes from. */
export function originOf({ tenantId }: TenantScope, identifier: string, { resolved }: Checked) {
  const { source, toggleId } = resolved;
  return { source, toggleId, identifier, tenantId };
}

/** A caller may keep the answer, but has to ask each time whether it still holds. */
const revalidate = { 'cache-control': 'private, no-cache' };

/** The answer of a check with its `ETag`. */
export function checkReply<T>(body: T, { etag }: Checked): Reply<T> {
  return new Reply(body, { etag, headers: revalidate });
}

function entry(identifier: string, attempt: () => Resolved): BatchCheck {
  try {
    const { type, value, source, toggleId } = attempt();
    return { identifier, valueType: type, value, source, toggleId };
  } catch (error) {
    if (!isCheckError(error)) throw error;
    const { code, message, body } = error;
    const known = body.expectedType === null ? {} : { valueType: body.expectedType as ToggleType };
    return { identifier, ...known, code: code as BatchCheck['code'], error: message };
  }
}

function isCheckError(error: unknown): error is ToggleCheckError {
  return error instanceof AppError && (error.code === 'MISSING_TOGGLE' || error.code === 'INVALID_VALUE');
}

/** The values of many toggles of any type for the caller; a toggle without a value says why. */
export async function checkToggles(
  scope: TenantScope,
  identifiers: readonly string[],
  principal?: Principal,
): Promise<BatchCheck[]> {
  const unique = [...new Set(identifiers)];
  const stored = await findStoredValues(scope, unique);
  await copyWhenBusy(stored);
  const values = await valuesFor(scope, stored, principal);
  return unique.map((identifier) => entry(identifier, () => resolve(identifier, values.get(identifier))));
}
