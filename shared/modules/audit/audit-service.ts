/** Who may read which part of the audit trail. */

import type { Principal, TenantScope } from '../../kernel/auth/principal.ts';
import { InvalidInputError, ScopeForbiddenError } from '../../kernel/errors/errors.ts';
import { normalizeDate } from '../../kernel/http/dates.ts';
import { toList } from '../../kernel/lists/list.ts';
import { listActions } from './audit-store.ts';
import type { ListAuditActions } from './contract.ts';

/** The last moment that a sort key can hold. */
const endOfTimeMs = 9_999_999_999_999;

function bound(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  return Math.min(Math.max(Date.parse(normalizeDate(text)), 0), endOfTimeMs);
}

/** One page of the entries that the caller may see. Throws InvalidInputError, ScopeForbiddenError. */
export async function listAuditActions(
  scope: TenantScope,
  principal: Principal,
  query: ListAuditActions,
  nowMs: number,
) {
  const { page, pageSize, search, from, to, organizationId, platform, ...equals } = query;
  if (platform && !principal.isSuperAdmin) throw new ScopeForbiddenError();
  const [fromMs, toMs] = [bound(from, 0), bound(to, endOfTimeMs)];
  if (fromMs > toMs) throw new InvalidInputError({ from: 'must not be later than to' });
  const reach = principal.isSuperAdmin ? null : principal.organizationIds;
  const organizationIds = organizationId === undefined ? reach : [organizationId];
  const { items, total, totalIsExact } = await listActions(
    platform ? null : scope.tenantId,
    { page, pageSize, search, equals, organizationIds, fromMs, toMs },
    nowMs,
  );
  return { ...toList(query, { items, total }), totalIsExact };
}
