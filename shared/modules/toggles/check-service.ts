/** Checks toggles for the caller with one strongly consistent read. */

import { isNumeric } from '../../kernel/base/json.ts';
import type { Principal, Scope, TenantScope } from '../../kernel/base/principal.ts';
import type { Reader } from '../../kernel/http/operation.ts';
import { Reply } from '../../kernel/http/reply.ts';
import { checkTag, type Resolved, resolve, type StoredValues } from './check.ts';
import type { CheckToggle } from './check-contract.ts';
import { findStoredValues, type StoredToggle } from './check-store.ts';
import type { Evaluation } from './evaluation/evaluate.ts';
import type { ToggleType } from './evaluation/toggle-types.ts';
import { evaluateAll, ownContext } from './evaluation-service.ts';
import { countEvaluations } from './usage.ts';

/** Who checks toggles. */
interface Checker extends Reader<TenantScope> {
  principal: Principal;
}

/** Replaces the tenant's own value or the default by the result of an evaluation. */
function withEvaluation(values: StoredValues, { value, source }: Evaluation): StoredValues {
  const { toggleId, type, defaultValue } = values;
  return source === 'override'
    ? { toggleId, type, defaultValue, override: { value } }
    : { toggleId, type, defaultValue: value };
}

/** Evaluates the toggle for the caller and counts the evaluation. */
async function evaluateFor(
  scope: TenantScope & Partial<Scope>,
  toggle: StoredToggle,
  principal: Principal,
): Promise<Evaluation | undefined> {
  const nowMs = Date.now();
  const [evaluation] = await evaluateAll([toggle], ownContext(scope, principal, nowMs));
  await countEvaluations(scope, [{ toggleId: toggle.toggleId, evaluation }], nowMs);
  return evaluation;
}

/** The fields of a check that few toggles have. */
function extrasOf(
  { metadata }: Pick<StoredToggle, 'metadata'>,
  { failedPrerequisite }: Pick<Evaluation, 'failedPrerequisite'>,
): Pick<Resolved, 'metadata' | 'failedPrerequisite'> {
  return {
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(failedPrerequisite !== undefined && { failedPrerequisite: failedPrerequisite.identifier }),
  };
}

/** Callers may cache the response, but must revalidate it for each use. */
const revalidate = { 'cache-control': 'private, no-cache' };

/**
 * Returns the value of a toggle for the caller, in the fields that `typed` makes of it, with its source. Throws the errors
 * of `resolve`.
 */
async function checkToggle<Typed>(
  { scope, principal }: Checker,
  { identifier }: CheckToggle,
  expected: ToggleType,
  typed: (value: unknown) => Typed,
) {
  const toggle = (await findStoredValues(scope, [identifier])).get(identifier);
  const evaluation = toggle && (await evaluateFor(scope, toggle, principal));
  const resolved =
    toggle && evaluation
      ? {
          ...resolve(identifier, withEvaluation(toggle, evaluation), expected),
          ...extrasOf(toggle, evaluation),
        }
      : resolve(identifier, toggle, expected);
  const { tenantId } = scope;
  const { type: _, value, ...origin } = resolved;
  return new Reply(
    { ...typed(value), ...origin, identifier, tenantId },
    { etag: checkTag(tenantId, identifier, resolved), headers: revalidate },
  );
}

/** Checks a boolean toggle. */
export const checkBooleanToggle = (checker: Checker, input: CheckToggle) =>
  checkToggle(checker, input, 'boolean', (value) => ({ enabled: value === true }));

/** Checks a string toggle. */
export const checkStringToggle = (checker: Checker, input: CheckToggle) =>
  checkToggle(checker, input, 'string', (value) => ({ valueType: 'string' as const, value: String(value) }));

/** Checks a number toggle. */
export const checkNumberToggle = (checker: Checker, input: CheckToggle) =>
  checkToggle(checker, input, 'number', (value) => ({
    valueType: 'number' as const,
    value: isNumeric(value) ? value : Number(value),
  }));

/** Checks a JSON toggle. */
export const checkJsonToggle = (checker: Checker, input: CheckToggle) =>
  checkToggle(checker, input, 'json', (value) => ({ valueType: 'json' as const, value }));
