/** Stores suppressed addresses of a tenant, after permanent bounces and complaints. */

import { type Change, type ChangeContext, recordChange } from '../../../kernel/audit/record.ts';
import { containing } from '../../../kernel/base/compared.ts';
import { uuidOf } from '../../../kernel/base/ids.ts';
import { toJson } from '../../../kernel/base/json.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
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

/** The address is only part of the audit entry, because events contain no addresses. */
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

/** Suppresses an address. If it is suppressed already, its reason does not change. */
export async function suppress(
  scope: TenantScope,
  added: Omit<Suppression, 'id'>,
  context: ChangeContext,
): Promise<void> {
  const { address } = added;
  const suppression = { ...added, id: uuidOf(toJson(['suppression', scope.tenantId, address])) };
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

/** Removes a suppression. Does nothing if the address is not suppressed. */
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
    // Another request has removed it.
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

export interface SuppressionQuery {
  page: number;
  pageSize: number;
  withTotal?: boolean | undefined;
  id?: string | undefined;
  search?: string | undefined;
}

/** Returns one page of the suppressed addresses of a tenant, in the order of their hashes. */
export async function listSuppressed(
  scope: TenantScope,
  { page, pageSize, withTotal, id, search = '' }: SuppressionQuery,
  nowMs: number,
): Promise<Omit<EntriesPage, 'items'> & { items: Suppression[] }> {
  const isFound = containing(search);
  const { items, ...counts } = await listEntries([mailSuppressionPartition(scope)], {
    page,
    pageSize,
    withTotal,
    range: { from: '0', to: 'g' },
    matches: (item) => (id === undefined || item.id === id) && isFound(String(item.address)),
    nowSeconds: Math.floor(nowMs / 1_000),
  });
  return { items: items.map((item) => fromItem<Suppression>(item, entity)), ...counts };
}
