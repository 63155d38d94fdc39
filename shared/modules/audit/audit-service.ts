/** Lists the part of the audit trail that a caller may read. */

import type { TenantScope } from '../../kernel/base/principal.ts';
import { ScopeForbiddenError } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../kernel/http/operation.ts';
import { timeRangeOf } from '../../kernel/http/time-range.ts';
import { toList } from '../../kernel/lists/list.ts';
import { listActions } from './audit-store.ts';
import type { ListAuditActions } from './contract.ts';

/** Returns one page of the entries that the caller may see. Throws InvalidInputError and ScopeForbiddenError. */
export async function listAuditActions(
  { scope, context: { principal, nowMs } }: Actor<TenantScope>,
  query: ListAuditActions,
) {
  const { page, pageSize, withTotal, search, from, to, organizationId, platform, ...equals } = query;
  if (platform && !principal.isSuperAdmin) throw new ScopeForbiddenError();
  const { fromMs, toMs } = timeRangeOf(from, to, ['from', 'to']);
  const visibleIds = principal.isSuperAdmin ? null : principal.organizationIds;
  const organizationIds = organizationId === undefined ? visibleIds : [organizationId];
  const { items, total, totalIsExact } = await listActions(
    platform ? null : scope.tenantId,
    { page, pageSize, withTotal, search, equals, organizationIds, fromMs, toMs },
    nowMs,
  );
  return { ...toList(query, { items, total }), totalIsExact };
}
