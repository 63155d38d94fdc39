/** Tenants' own values of toggles: read, set and take away. */

import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../kernel/audit/record.ts';
import type { TenantScope } from '../../kernel/auth/principal.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { toList } from '../../kernel/lists/list.ts';
import { laterThan, toIso } from '../../kernel/text/times.ts';
import type {
  OverrideRow as ListedOverride,
  ListOverrides,
  Override,
  SetOverride,
} from './override-contract.ts';
import * as store from './override-store.ts';
import { releasedSegments } from './segment-uses.ts';
import { assertOverrideValue, type OverrideRow, type ToggleRow } from './toggle.ts';
import { getToggle, listRows } from './toggle-service.ts';

/**
 * The `ETag` of what a toggle is in a tenant. Without an own value it is the toggle's, because the default is
 * shown then; with one it names the override too, because a value that is set anew starts at revision 1 again.
 */
export function overrideTag(toggle: ToggleRow, override: OverrideRow | undefined): string {
  return override === undefined ? `"${toggle.revision}"` : `"${override.id}.${override.revision}"`;
}

/** What holds in the tenant, and its `ETag`. Throws NotFoundError. */
export async function getOverride(
  scope: TenantScope,
  toggleId: string,
): Promise<{ override: Override; etag: string }> {
  const toggle = await getToggle(toggleId);
  const { tenantName, overrides } = await store.findOverrides(scope, [toggle]);
  const own = overrides.get(toggle.id);
  return {
    override: {
      id: own?.id ?? '',
      value: own === undefined ? toggle.defaultValue : own.value,
      tenantName,
      tenantId: scope.tenantId,
      toggleType: toggle.type,
    },
    etag: overrideTag(toggle, own),
  };
}

/** One page of all toggles, each with whether the tenant has a value of its own. */
export async function listOverrides(scope: TenantScope, query: ListOverrides) {
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
  return toList(query, { items: rows, total });
}

/** The tenant's value as it will be; one that is undefined stays, or starts with the default. Throws InvalidInputError. */
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
 * The value of an override that is written without one: the tenant keeps its value; a first override starts with the
 * default of the toggle. Throws InvalidInputError when the toggle has no default either.
 */
function keptOrDefault(toggle: ToggleRow, before: OverrideRow | undefined): unknown {
  if (before !== undefined) return before.value;
  const { type, defaultValue } = toggle;
  assertOverrideValue(type, type === 'json' ? defaultValue : (defaultValue ?? undefined));
  return defaultValue;
}

/**
 * Gives the tenant a value of its own, or takes it away; returns the id of the override, null without one, and
 * the `ETag` after it. Throws NotFoundError, InvalidInputError, StaleError.
 */
export async function setOverride(
  scope: TenantScope,
  { toggleId, isOverride, overrideValue }: SetOverride,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<{ overrideToggleId: string | null; etag: string }> {
  const toggle = await getToggle(toggleId);
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
      await store.removeOverride(toggle, before, context, await releasedSegments(scope, before));
    }
    return undefined;
  });
  return { overrideToggleId: after?.id ?? null, etag: overrideTag(toggle, after) };
}
