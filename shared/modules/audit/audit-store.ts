/** Reads the audit trail. The kernel's record.ts writes it. */

import type { SignIn } from '../../kernel/auth/sign-in.ts';
import { contains } from '../../kernel/base/compared.ts';
import { parseJson } from '../../kernel/base/json.ts';
import { toIso } from '../../kernel/base/times.ts';
import { type EntriesPage, listEntries } from '../../kernel/table/entries.ts';
import { auditPartition, newestFirstRange } from '../../kernel/table/keys.ts';
import type { Item } from '../../kernel/table/read.ts';
import type { AuditAction } from './contract.ts';

export interface TrailQuery {
  page: number;
  pageSize: number;
  withTotal?: boolean | undefined;
  /** Required values by field. */
  equals: Partial<Record<'id' | 'resource' | 'resourceId' | 'action' | 'actorId', string | undefined>>;
  /** Only entries of these organizations; null for all entries, including those of the whole tenant. */
  organizationIds: readonly string[] | null;
  /** Literal substring; case is ignored. */
  search?: string | undefined;
  fromMs: number;
  toMs: number;
}

const searchedFields = ['resource', 'resourceId', 'action', 'actorId'] as const;

function matches({ equals, organizationIds, search }: TrailQuery, item: Item): boolean {
  const { organizationId } = item;
  if (organizationIds !== null && !organizationIds.includes(String(organizationId))) return false;
  for (const [name, value] of Object.entries(equals)) {
    if (value !== undefined && item[name] !== value) return false;
  }
  if (search === undefined) return true;
  return searchedFields.some((name) => contains(String(item[name]), search));
}

/** The sign-in of the actor. Entries of API keys without a session do not store it. */
function signInOf(item: Item): Pick<AuditAction, 'method' | 'factors'> {
  const { method, factors } = item as Partial<SignIn>;
  if (method !== undefined) return { method, factors: [...(factors ?? [])] };
  return item.actorType === 'api_key' ? { method: 'key', factors: ['key'] } : { method: null, factors: [] };
}

/** An entry of the trail as it is shown. */
export function toAction(tenantId: string | null, item: Item): AuditAction {
  const text = (name: string) => String(item[name]);
  return {
    id: text('id'),
    action: text('action'),
    resource: text('resource'),
    resourceId: text('resourceId'),
    actorType: text('actorType'),
    actorId: text('actorId'),
    ...signInOf(item),
    tenantId,
    organizationId: (item.organizationId as string | null | undefined) ?? null,
    requestId: (item.requestId as string | undefined) ?? null,
    changes: parseJson(text('changes')),
    createdAt: toIso(Number(item.createdAtMs)),
  };
}

/** Returns one page of a tenant's trail, newest first; `tenantId` null selects the platform's trail. */
export async function listActions(
  tenantId: string | null,
  query: TrailQuery,
  nowMs: number,
): Promise<Omit<EntriesPage, 'items'> & { items: AuditAction[] }> {
  const { items, ...counts } = await listEntries([auditPartition({ tenantId })], {
    page: query.page,
    pageSize: query.pageSize,
    withTotal: query.withTotal,
    range: newestFirstRange(query.fromMs, query.toMs),
    matches: (item) => matches(query, item),
    nowSeconds: Math.floor(nowMs / 1000),
  });
  return { items: items.map((item) => toAction(tenantId, item)), ...counts };
}
