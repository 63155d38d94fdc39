/** Checks: what toggles are in the caller's tenant, from one strongly consistent read. */

import type { TenantScope } from '../../kernel/auth/principal.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import { Reply } from '../../kernel/http/reply.ts';
import { checkTag, type Resolved, resolve } from './check.ts';
import { copyWhenBusy, findStoredValues } from './check-store.ts';
import type { BatchCheck, ToggleType } from './contract.ts';
import type { ToggleCheckError } from './errors.ts';

export interface Checked {
  resolved: Resolved;
  etag: string;
}

/** The value of a toggle of the given type. Throws ToggleCheckError. */
export async function checkToggle(
  scope: TenantScope,
  identifier: string,
  expected: ToggleType,
): Promise<Checked> {
  const stored = await findStoredValues(scope, [identifier]);
  await copyWhenBusy(stored);
  const resolved = resolve(identifier, stored.get(identifier), expected);
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

/** The values of many toggles, whatever their types; what has none says why instead. */
export async function checkToggles(
  scope: TenantScope,
  identifiers: readonly string[],
): Promise<BatchCheck[]> {
  const unique = [...new Set(identifiers)];
  const stored = await findStoredValues(scope, unique);
  await copyWhenBusy(stored);
  return unique.map((identifier) => entry(identifier, () => resolve(identifier, stored.get(identifier))));
}
