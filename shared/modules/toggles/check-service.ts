/** Checks toggles for the caller with one strongly consistent read. */

import type { Principal, Scope, TenantScope } from '../../kernel/base/principal.ts';
import { Reply } from '../../kernel/http/reply.ts';
import { checkTag, type Resolved, resolve, type StoredValues } from './check.ts';
import { findStoredValues, type StoredToggle } from './check-store.ts';
import type { Evaluation } from './evaluation/evaluate.ts';
import type { ToggleType } from './evaluation/toggle-types.ts';
import { evaluateAll, ownContext } from './evaluation-service.ts';
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

/** Evaluates the toggle for the caller and counts the evaluation. */
async function evaluateFor(
  scope: TenantScope & Partial<Scope>,
  toggle: StoredToggle,
  principal: Principal | undefined,
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

/** Returns the value of a toggle for the caller. Throws the errors of `resolve`. */
export async function checkToggle(
  scope: TenantScope,
  identifier: string,
  expected: ToggleType,
  principal?: Principal,
): Promise<Checked> {
  const toggle = (await findStoredValues(scope, [identifier])).get(identifier);
  const evaluation = toggle && (await evaluateFor(scope, toggle, principal));
  const resolved =
    toggle && evaluation
      ? {
          ...resolve(identifier, withEvaluation(toggle, evaluation), expected),
          ...extrasOf(toggle, evaluation),
        }
      : resolve(identifier, toggle, expected);
  return { resolved, etag: checkTag(scope.tenantId, identifier, resolved) };
}

/** Returns the fields that describe the source of a checked value. */
export function originOf({ tenantId }: TenantScope, identifier: string, { resolved }: Checked) {
  const { type: _, value: _value, ...origin } = resolved;
  return { ...origin, identifier, tenantId };
}

/** Callers may cache the response, but must revalidate it for each use. */
const revalidate = { 'cache-control': 'private, no-cache' };

/** Builds the response of a check with its `ETag`. */
export function checkReply<T>(body: T, { etag }: Checked): Reply<T> {
  return new Reply(body, { etag, headers: revalidate });
}
