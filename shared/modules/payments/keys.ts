/**
 * Keys of payments.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read a payment transaction | TENANT#<tenant>#PAYMENT#<transaction> | PAYMENT | paymentKey |
 * | Read the refunds and disputes of a transaction | TENANT#<tenant>#PAYMENT#<transaction> | REFUND#<refund> / DISPUTE#<dispute> | paymentRefundKey, paymentDisputeKey |
 * | List the history of a transaction, newest first | TENANT#<tenant>#PAYMENT#<transaction> | HISTORY#<inverted ms>#<id> | paymentHistoryKey |
 * | Detect a repeated event of a provider | TENANT#<tenant>#PAYMENTEVENT#<sha256 of provider and event> | UNIQUE | paymentEventKey |
 * | Read the result of an operation | TENANT#<tenant>#PAYMENTOPERATION#<sha256 of organization and id> | OPERATION | paymentOperationKey |
 * | List an organization's transactions, newest first | TENANT#<tenant>#ORG#<organization>#PAYMENTS | <inverted ms>#<transaction> | paymentListingKey |
 * | Find the tenant of a transaction | PAYMENTID#<transaction> | PAYMENT | paymentLocatorKey |
 * | Find the transaction of a provider’s session | PAYMENTSESSION#<provider>#<session> | <tenant>#<transaction> | paymentSessionKey |
 * | Read a customer of a payment provider, by the caller’s reference | TENANT#<tenant>#ORG#<organization>#PAYMENTCUSTOMER#<sha256 of provider and reference> | CUSTOMER | paymentCustomerKey |
 * | List transactions that are due for a check, per shard | PAYMENTDUE#<shard> | <ms>#<tenant>#<transaction> | paymentDueKey |
 */
import type { TenantScope } from '../../kernel/base/principal.ts';
import {
  type Key,
  newestFirst,
  type RowScope,
  type SortKeyRange,
  shardOfUuid,
} from '../../kernel/table/keys.ts';

/** A transaction and its items. */
export const paymentPartition = ({ tenantId }: TenantScope, id: string): string =>
  `TENANT#${tenantId}#PAYMENT#${id}`;
export const paymentKey = (scope: TenantScope, id: string): Key => ({
  pk: paymentPartition(scope, id),
  sk: 'PAYMENT',
});
export const paymentRefundKey = (scope: TenantScope, id: string, refundId: string): Key => ({
  pk: paymentPartition(scope, id),
  sk: `REFUND#${refundId}`,
});
export const paymentDisputeKey = (scope: TenantScope, id: string, disputeId: string): Key => ({
  pk: paymentPartition(scope, id),
  sk: `DISPUTE#${disputeId}`,
});
const paymentHistoryPrefix = 'HISTORY#';
export const paymentHistoryKey = (scope: TenantScope, id: string, atMs: number, entryId: string): Key => ({
  pk: paymentPartition(scope, id),
  sk: `${paymentHistoryPrefix}${newestFirst(atMs)}#${entryId}`,
});
export const paymentEventKey = ({ tenantId }: TenantScope, eventSha256: string): Key => ({
  pk: `TENANT#${tenantId}#PAYMENTEVENT#${eventSha256}`,
  sk: 'UNIQUE',
});
export const paymentOperationKey = ({ tenantId }: TenantScope, operationSha256: string): Key => ({
  pk: `TENANT#${tenantId}#PAYMENTOPERATION#${operationSha256}`,
  sk: 'OPERATION',
});
export const paymentListPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#PAYMENTS`;
export const paymentListingKey = (scope: RowScope, createdAtMs: number, id: string): Key => ({
  pk: paymentListPartition(scope),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});
/** The provider's customer of a caller's reference. */
export const paymentCustomerKey = ({ tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}#PAYMENTCUSTOMER#${id}`,
  sk: 'CUSTOMER',
});
/**
 * Read only for a transaction that the caller's tenant does not have, because another tenant's transaction
 * gets a different error than an unknown one.
 */
export const paymentLocatorKey = (id: string): Key => ({ pk: `PAYMENTID#${id}`, sk: 'PAYMENT' });
/** A provider's message contains the provider's id of a payment, but no trustworthy tenant. */
export const paymentSessionPartition = (providerKey: string, sessionId: string): string =>
  `PAYMENTSESSION#${providerKey}#${sessionId}`;
/** Start of the sort keys of a tenant's payments. */
export const paymentSessionPrefix = ({ tenantId }: TenantScope): string => `${tenantId}#`;
export const paymentSessionKey = (
  { tenantId, id }: TenantScope & { id: string },
  providerKey: string,
  sessionId: string,
): Key => ({
  pk: paymentSessionPartition(providerKey, sessionId),
  sk: `${paymentSessionPrefix({ tenantId })}${id}`,
});

/**
 * Sweeps read several partitions, so that payments do not all write to one. The number may be raised at any
 * time, but never lowered: a payment's row records the shard of its item.
 */
export const paymentDueShards = 64;
export const paymentDuePartition = (shard: number): string => `PAYMENTDUE#${shard}`;
export const paymentDueShardOf = (id: string): number => shardOfUuid(id, paymentDueShards);
const dueTime = (ms: number): string => String(ms).padStart(13, '0');
export const paymentDueKey = ({ tenantId, id }: TenantScope & { id: string }, dueAtMs: number): Key => ({
  pk: paymentDuePartition(paymentDueShardOf(id)),
  sk: `${dueTime(dueAtMs)}#${tenantId}#${id}`,
});
/** All items that are due until then. */
export const paymentDueRange = (untilMs: number): SortKeyRange => ({
  from: dueTime(0),
  to: `${dueTime(untilMs)}#~`,
});
