/** Reads, sets and removes tenants' own values of toggles. */

import { randomUUID } from 'node:crypto';
import type { Principal, TenantScope } from '../../kernel/base/principal.ts';
import { laterThan, toIso } from '../../kernel/base/times.ts';
import type { Caller, Precondition, Reader, Target } from '../../kernel/http/operation.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { Reply } from '../../kernel/http/reply.ts';
import { toList } from '../../kernel/lists/list.ts';
import type {
  OverrideRow as ListedOverride,
  ListOverrides,
  Override,
  SetOverride,
} from './override-contract.ts';
import * as store from './override-store.ts';
import { releasedByOverride } from './segment-uses.ts';
import { assertOverrideValue, type OverrideRow, type ToggleRow } from './toggle.ts';
import { listRows, readToggle } from './toggle-service.ts';

/**
 * Returns the `ETag` of a toggle's value in a tenant. Without an own value it is the `ETag` of the toggle, whose default
 * is returned. Otherwise it contains the id of the override, because a value that is set again restarts at revision 1.
 */
export function overrideTag(toggle: ToggleRow, override: OverrideRow | undefined): string {
  return override === undefined ? `"${toggle.revision}"` : `"${override.id}.${override.revision}"`;
}

/** Returns the value in the tenant and its `ETag`. Throws NotFoundError. */
export async function getOverride({ scope }: Reader<TenantScope>, { id }: Pick<Target, 'id'>) {
  const toggle = await readToggle(id);
  const { tenantName, overrides } = await store.findOverrides(scope, [toggle]);
  const own = overrides.get(toggle.id);
  const override: Override = {
    id: own?.id ?? '',
    value: own === undefined ? toggle.defaultValue : own.value,
    tenantName,
    tenantId: scope.tenantId,
    toggleType: toggle.type,
  };
  return new Reply(override, { etag: overrideTag(toggle, own) });
}

/** Returns one page of all toggles, and whether the tenant has its own value of each. */
export async function listOverrides(
  { scope, principal }: Reader<TenantScope> & { principal: Principal },
  query: ListOverrides,
) {
  const { items, total } = await listRows(query);
  const { tenantName, overrides } = await store.listOverridden(scope, items);
  const rows = items.map(({ id, identifier, name, category }): ListedOverride => {
    const own = overrides.get(id);
    return {
      id: own?.id ?? '',
      toggleId: id,
      tenantId: scope.tenantId,
      identifier,
      name,
      category: category ?? '',
      tenantName,
      isOverride: own !== undefined,
    };
  });
  return { ...toList(query, { items: rows, total }), isSuperAdmin: principal.isSuperAdmin };
}

/** Builds the tenant's new own value. If `given` is undefined, the stored value or the default is used. Throws InvalidInputError. */
export function writtenOverride(
  scope: TenantScope,
  toggle: ToggleRow,
  before: OverrideRow | undefined,
  given: unknown,
  nowMs: number,
): OverrideRow {
  const value = given === undefined ? keptOrDefault(toggle, before) : given;
  if (before !== undefined) {
    const updatedAt = laterThan(before.updatedAt, nowMs);
    return { ...before, value, updatedAt, revision: before.revision + 1 };
  }
  const at = toIso(nowMs);
  const { tenantId } = scope;
  return {
    id: randomUUID(),
    tenantId,
    toggleId: toggle.id,
    value,
    createdAt: at,
    updatedAt: at,
    revision: 1,
  };
}

/**
 * Returns the stored value of the tenant, or the default of the toggle for a first override. Throws InvalidInputError if
 * the toggle has no default.
 */
function keptOrDefault(toggle: ToggleRow, before: OverrideRow | undefined): unknown {
  if (before !== undefined) return before.value;
  const { type, defaultValue } = toggle;
  assertOverrideValue(type, type === 'json' ? defaultValue : (defaultValue ?? undefined));
  return defaultValue;
}

/**
 * Sets or removes the tenant's own value. Returns the id of the override (null after a removal) and the new `ETag`.
 * Throws NotFoundError, InvalidInputError and StaleError.
 */
export async function setOverride(
  { scope, context }: Caller<TenantScope>,
  { toggleId, isOverride, overrideValue, ifMatch }: SetOverride & Precondition,
) {
  const toggle = await readToggle(toggleId);
  if (isOverride && overrideValue !== undefined) assertOverrideValue(toggle.type, overrideValue);
  const read = async () => {
    const own = await store.findOverride(scope, toggle);
    return { own, etag: overrideTag(toggle, own) };
  };
  const after = await updateWithRetry(read, ifMatch, async ({ own: before }) => {
    if (isOverride) {
      const own = writtenOverride(scope, toggle, before, overrideValue, context.nowMs);
      await store.putOverride(toggle, before, own, context);
      return own;
    }
    if (before !== undefined) {
      const uses = await releasedByOverride(scope, toggle.overrideSlot, before);
      await store.removeOverride(toggle, before, context, uses);
    }
    return undefined;
  });
  return new Reply({ ok: true, overrideToggleId: after?.id ?? null }, { etag: overrideTag(toggle, after) });
}
