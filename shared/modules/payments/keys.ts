/**
 * Keys of payments.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read a payment transaction | TENANT#<tenant>#PAYMENT#<transaction> | PAYMENT | paymentKey |
 * | Refunds of a transaction, and its disputes | TENANT#<tenant>#PAYMENT#<transaction> | REFUND#<refund> / DISPUTE#<dispute> | paymentRefundKey, paymentDisputeKey |
 * | What happened to a transaction, newest first | TENANT#<tenant>#PAYMENT#<transaction> | HISTORY#<inverted ms>#<id> | paymentHistoryKey |
 * | Was this event of a provider processed before? | TENANT#<tenant>#PAYMENTEVENT#<sha256 of provider and event> | UNIQUE | paymentEventKey |
 * | What became of an operation with this id? | TENANT#<tenant>#PAYMENTOPERATION#<sha256 of organization and id> | OPERATION | paymentOperationKey |
 * | List an organization's transactions, newest first | TENANT#<tenant>#ORG#<organization>#PAYMENTS | <inverted ms>#<transaction> | paymentListingKey |
 * | Whose transaction is this? | PAYMENTID#<transaction> | PAYMENT | paymentLocatorKey |
 * | Whose session of a payment provider is this? | PAYMENTSESSION#<provider>#<session> | <tenant>#<transaction> | paymentSessionKey |
 * | Read a customer of a payment provider, by the caller’s own reference | TENANT#<tenant>#ORG#<organization>#PAYMENTCUSTOMER#<sha256 of provider and reference> | CUSTOMER | paymentCustomerKey |
 * | Which transactions are to be looked after? per shard | PAYMENTDUE#<shard> | <ms>#<tenant>#<transaction> | paymentDueKey |
 */
import type { TenantScope } from '../../kernel/auth/principal.ts';
import {
  type Key,
  newestFirst,
  type RowScope,
  type SortKeyRange,
  shardOfUuid,
} from '../../kernel/table/keys.ts';

/** A transaction and everything that belongs to it. */
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
/** The provider's customer behind a caller's own reference. */
export const paymentCustomerKey = ({ tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}#PAYMENTCUSTOMER#${id}`,
  sk: 'CUSTOMER',
});
/** Only who asks for a transaction of another tenant reads it: that is refused otherwise than an unknown one. */
export const paymentLocatorKey = (id: string): Key => ({ pk: `PAYMENTID#${id}`, sk: 'PAYMENT' });
/** A provider's message names its own id of a payment, and no tenant that could be believed. */
export const paymentSessionPartition = (providerKey: string, sessionId: string): string =>
  `PAYMENTSESSION#${providerKey}#${sessionId}`;
export const paymentSessionKey = (
  { tenantId, id }: TenantScope & { id: string },
  providerKey: string,
  sessionId: string,
): Key => ({ pk: paymentSessionPartition(providerKey, sessionId), sk: `${tenantId}#${id}` });

/**
 * Sweeps read some partitions each instead of one that every payment writes to. May be raised at any time, never lowered:
 * a payment's row records the shard in which its item is stored, so that the item is found there.
 */
export const paymentDueShards = 64;
export const paymentDuePartition = (shard: number): string => `PAYMENTDUE#${shard}`;
export const paymentDueShardOf = (id: string): number => shardOfUuid(id, paymentDueShards);
const dueTime = (ms: number): string => String(ms).padStart(13, '0');
export const paymentDueKey = (
  { tenantId, id, dueShard = paymentDueShardOf(id) }: TenantScope & { id: string; dueShard?: number },
  dueAtMs: number,
): Key => ({ pk: paymentDuePartition(dueShard), sk: `${dueTime(dueAtMs)}#${tenantId}#${id}` });
/** Everything that is due by then. */
export const paymentDueRange = (untilMs: number): SortKeyRange => ({
  from: dueTime(0),
  to: `${dueTime(untilMs)}#~`,
});
