/** Checks toggles for the caller with one strongly consistent read. */

import type { Principal, Scope, TenantScope } from '../../kernel/auth/principal.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import { Reply } from '../../kernel/http/reply.ts';
import { checkTag, type Resolved, resolve, type StoredValues } from './check.ts';
import type { BatchCheck } from './check-contract.ts';
import { findStoredValues, type StoredToggle } from './check-store.ts';
import type { ToggleCheckError } from './errors.ts';
import type { Evaluation } from './evaluation/evaluate.ts';
import { evaluateAll, ownContext } from './evaluation-service.ts';
import type { ToggleType } from './toggle-contract.ts';
import { countEvaluations } from './usage.ts';

export interface Checked {
  resolved: Resolved;
  etag: string;
}

/** Replaces the tenant's own value or the default by the result of an evaluation. */
function withEvaluation(values: StoredValues, { value, source }: Evaluation): StoredValues {
  const { toggleId, type, defaultValue } = values;
  return source === 'override'
    ? { toggleId, type, defaultValue, override: { value } }
    : { toggleId, type, defaultValue: value };
}

/** Evaluates the toggles for the caller and counts the evaluations. */
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
      return [identifier, evaluation === undefined ? toggle : withEvaluation(toggle, evaluation)];
    }),
  );
}

/** Returns the value of a toggle for the caller. Throws ToggleCheckError if it is not of the expected type. */
export async function checkToggle(
  scope: TenantScope,
  identifier: string,
  expected: ToggleType,
  principal?: Principal,
): Promise<Checked> {
  const stored = await findStoredValues(scope, [identifier]);
  const values = await valuesFor(scope, stored, principal);
  const resolved = resolve(identifier, values.get(identifier), expected);
  return { resolved, etag: checkTag(scope.tenantId, identifier, resolved) };
}

/** Returns the fields that describe the source of a checked value. */
export function originOf({ tenantId }: TenantScope, identifier: string, { resolved }: Checked) {
  const { source, toggleId } = resolved;
  return { source, toggleId, identifier, tenantId };
}

/** Callers may cache the response, but must revalidate it for each use. */
const revalidate = { 'cache-control': 'private, no-cache' };

/** Builds the response of a check with its `ETag`. */
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
    const type = body.expectedType === null ? {} : { valueType: body.expectedType as ToggleType };
    return { identifier, ...type, code: code as BatchCheck['code'], error: message };
  }
}

function isCheckError(error: unknown): error is ToggleCheckError {
  return error instanceof AppError && (error.code === 'MISSING_TOGGLE' || error.code === 'INVALID_VALUE');
}

/** Returns the values of several toggles of any type for the caller; an entry without a value has an error code. */
export async function checkToggles(
  scope: TenantScope,
  identifiers: readonly string[],
  principal?: Principal,
): Promise<BatchCheck[]> {
  const unique = [...new Set(identifiers)];
  const stored = await findStoredValues(scope, unique);
  const values = await valuesFor(scope, stored, principal);
  return unique.map((identifier) => entry(identifier, () => resolve(identifier, values.get(identifier))));
}
