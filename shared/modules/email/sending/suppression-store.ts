/** Addresses that get no more mails of a tenant: those that bounced for good, and those who complained. */
import { type Change, type ChangeContext, recordChange } from '../../../kernel/audit/record.ts';
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { uuidOf } from '../../../kernel/ids/ids.ts';
import { type EntriesPage, listEntries } from '../../../kernel/table/entries.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { notExists, transact } from '../../../kernel/table/write.ts';
import { hashAddress } from '../address.ts';
import { mailSuppressionKey, mailSuppressionPartition } from '../keys.ts';
import type { SuppressionReason } from './mail.ts';

const entity = 'mail_suppression';

export interface Suppression {
  id: string;
  address: string;
  reason: SuppressionReason;
  createdAtMs: number;
}

/** The address is in the audit trail only: events hold none. */
const changeOf = (
  { tenantId }: TenantScope,
  { id, address, reason }: Suppression,
  action: 'created' | 'deleted',
  { nowMs }: ChangeContext,
): Change => {
  const side = action === 'created' ? 'after' : 'before';
  return {
    ...{ tenantId, organizationId: null, resource: 'email.suppression', resourceId: id, action },
    ...{ version: nowMs, data: { reason } },
    changes: { address: { [side]: address }, reason: { [side]: reason } },
  };
};

/** Suppresses an address; the first reason stays. */
export async function suppress(
  scope: TenantScope,
  added: Omit<Suppression, 'id'>,
  context: ChangeContext,
): Promise<void> {
  const { address } = added;
  const suppression = { ...added, id: uuidOf(JSON.stringify(['suppression', scope.tenantId, address])) };
  const key = mailSuppressionKey(scope, hashAddress(address));
  try {
    await transact([
      { put: toItem(key, entity, suppression), when: notExists },
      ...recordChange(changeOf(scope, suppression, 'created', context), context),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

/** Lets an address get mails again; one that is not suppressed stays as it is. */
export async function removeSuppression(
  scope: TenantScope,
  address: string,
  context: ChangeContext,
): Promise<void> {
  const key = mailSuppressionKey(scope, hashAddress(address));
  const item = await getItem(key);
  if (item === undefined) return;
  const change = changeOf(scope, fromItem<Suppression>(item, entity), 'deleted', context);
  try {
    await transact([
      { delete: key, when: { expression: 'attribute_exists(pk)' } },
      ...recordChange(change, context),
    ]);
  } catch (error) {
    // Another request removed it first.
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

export interface SuppressionQuery {
  page: number;
  pageSize: number;
  id?: string | undefined;
  search?: string | undefined;
}

/** One page of the suppressed addresses of a tenant, in the order of their hashes. */
export async function listSuppressed(
  scope: TenantScope,
  { page, pageSize, id, search = '' }: SuppressionQuery,
  nowMs: number,
): Promise<Omit<EntriesPage, 'items'> & { items: Suppression[] }> {
  const needle = search.toLowerCase();
  const { items, ...counted } = await listEntries([mailSuppressionPartition(scope)], {
    page,
    pageSize,
    range: { from: '0', to: 'g' },
    matches: (item) => (id === undefined || item.id === id) && String(item.address).includes(needle),
    nowSeconds: Math.floor(nowMs / 1_000),
  });
  return { items: items.map((item) => fromItem<Suppression>(item, entity)), ...counted };
}
