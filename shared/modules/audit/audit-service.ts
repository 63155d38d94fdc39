/** Lists the part of the audit trail that a caller may read. */

import type { Principal, TenantScope } from '../../kernel/auth/principal.ts';
import { InvalidInputError, ScopeForbiddenError } from '../../kernel/errors/errors.ts';
import { normalizeDate } from '../../kernel/http/dates.ts';
import { toList } from '../../kernel/lists/list.ts';
import { listActions } from './audit-store.ts';
import type { ListAuditActions } from './contract.ts';

/** The latest time that a sort key can hold. */
const endOfTimeMs = 9_999_999_999_999;

function boundMs(text: string | undefined, defaultMs: number): number {
  if (text === undefined) return defaultMs;
  return Math.min(Math.max(Date.parse(normalizeDate(text)), 0), endOfTimeMs);
}

/** Returns one page of the entries that the caller may see. Throws InvalidInputError and ScopeForbiddenError. */
export async function listAuditActions(
  scope: TenantScope,
  principal: Principal,
  query: ListAuditActions,
  nowMs: number,
) {
  const { page, pageSize, search, from, to, organizationId, platform, ...equals } = query;
  if (platform && !principal.isSuperAdmin) throw new ScopeForbiddenError();
  const [fromMs, toMs] = [boundMs(from, 0), boundMs(to, endOfTimeMs)];
  if (fromMs > toMs) throw new InvalidInputError({ from: 'must not be later than to' });
  const visibleIds = principal.isSuperAdmin ? null : principal.organizationIds;
  const organizationIds = organizationId === undefined ? visibleIds : [organizationId];
  const { items, total, totalIsExact } = await listActions(
    platform ? null : scope.tenantId,
    { page, pageSize, search, equals, organizationIds, fromMs, toMs },
    nowMs,
  );
  return { ...toList(query, { items, total }), totalIsExact };
}
