/** Addresses that get no more mails of a tenant: those that bounced for good, and those who complained. */
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { uuidOf } from '../../../kernel/ids/ids.ts';
import { type EntriesPage, listEntries } from '../../../kernel/table/entries.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { deleteItem, putNew } from '../../../kernel/table/write.ts';
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

/** Suppresses an address; the first reason stays. */
export async function suppress(scope: TenantScope, suppression: Omit<Suppression, 'id'>): Promise<void> {
  const { address } = suppression;
  const id = uuidOf(JSON.stringify(['suppression', scope.tenantId, address]));
  try {
    await putNew(toItem(mailSuppressionKey(scope, hashAddress(address)), entity, { ...suppression, id }));
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

/** Lets an address get mails again. */
export async function removeSuppression(scope: TenantScope, address: string): Promise<void> {
  await deleteItem(mailSuppressionKey(scope, hashAddress(address)));
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
