/**
 * Keys of webhooks and their deliveries, and of messages that providers send.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read a webhook | TENANT#<tenant>#ORG#<organization> | WEBHOOK#<webhook> | webhookKey |
 * | Read the health of a webhook | TENANT#<tenant>#WEBHOOK#<webhook> | HEALTH | webhookHealthKey |
 * | Reserve slots of a webhook's rate limiter | TENANT#<tenant>#WEBHOOK#<webhook> | SLOTS#<limit> | webhookSlotsKey |
 * | List webhooks, newest first | TENANT#<tenant>#ORG#<organization>#WEBHOOKS | <inverted ms>#<webhook> | webhookListingKey |
 * | List deleted webhooks with a remaining log | TENANT#<tenant>#ORG#<organization>#WEBHOOKS#DELETED | <webhook> | deletedWebhookKey |
 * | List the subscriptions of a tenant / an organization | TENANT#<tenant>#SUBSCRIPTIONS | <organization>#<webhook> | subscriptionKey |
 * | Read the enablement of an organization's webhooks | TENANT#<tenant>#SUBSCRIPTIONS | <organization>#SWITCH | webhookSwitchKey |
 * | List deliveries of a webhook, newest first; claim one | TENANT#<tenant>#WEBHOOK#<webhook>#DELIVERIES | <inverted ms>#<delivery> | deliveryKey |
 * | List an organization's requests without a webhook, newest first | TENANT#<tenant>#ORG#<organization>#CALLS | <inverted ms>#<delivery> | deliveryKey |
 * | List deliveries of an organization with their logs, newest first | TENANT#<tenant>#ORG#<organization>#DELIVERIES | <inverted ms>#<delivery> | listedDeliveryKey |
 * | Find a delivery by its id | TENANT#<tenant>#DELIVERY#<delivery> | DELIVERY | deliveryLocatorKey |
 * | List attempts of a delivery | TENANT#<tenant>#DELIVERY#<delivery> | ATTEMPT#<number> | attemptKey |
 * | Read the payload of an event's deliveries | TENANT#<tenant>#PAYLOAD#<event> | PAYLOAD | payloadKey |
 * | Read an inbound endpoint | INBOUND#<endpoint> | ENDPOINT | inboundEndpointKey |
 * | Detect a repeated message; read a received one | TENANT#<tenant>#INBOUND#<endpoint>#<sha256 of the message's id> | RECEIPT | inboundReceiptKey |
 * | Detect bytes that were just received with another id | TENANT#<tenant>#INBOUND#<endpoint>#<sha256 of the bytes> | BYTES | inboundBytesKey |
 */
import type { TenantScope } from '../../kernel/base/principal.ts';
import { type Key, newestFirst, type RowScope } from '../../kernel/table/keys.ts';

export const webhookKey = ({ tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}`,
  sk: `WEBHOOK#${id}`,
});
export const webhookHealthKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#WEBHOOK#${id}`,
  sk: 'HEALTH',
});
/** Slots are numbered within the limit, so each limit has its own item. */
export const webhookSlotsKey = ({ tenantId }: TenantScope, id: string, limitPerMinute: number): Key => ({
  pk: `TENANT#${tenantId}#WEBHOOK#${id}`,
  sk: `SLOTS#${limitPerMinute}`,
});
export const webhookListPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#WEBHOOKS`;
export const webhookListingKey = (scope: RowScope, createdAtMs: number, id: string): Key => ({
  pk: webhookListPartition(scope),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});
export const deletedWebhooksPartition = (scope: RowScope): string => `${webhookListPartition(scope)}#DELETED`;
export const deletedWebhookKey = (scope: RowScope, id: string): Key => ({
  pk: deletedWebhooksPartition(scope),
  sk: id,
});

export const subscriptionsPartition = ({ tenantId }: TenantScope): string =>
  `TENANT#${tenantId}#SUBSCRIPTIONS`;
/** All items of one organization in the tenant's subscriptions. */
export const subscriptionsPrefix = (organizationId: string): string => `${organizationId}#`;
export const subscriptionKey = (scope: RowScope, webhookId: string): Key => ({
  pk: subscriptionsPartition(scope),
  sk: `${subscriptionsPrefix(scope.organizationId)}${webhookId}`,
});
/**
 * In the partition of the subscriptions, so that one Query reads both. Upper case, because ids of webhooks
 * are lower case.
 */
export const webhookSwitchKey = (scope: RowScope): Key => ({
  pk: subscriptionsPartition(scope),
  sk: `${subscriptionsPrefix(scope.organizationId)}SWITCH`,
});

export const deliveriesPartition = ({ tenantId }: TenantScope, webhookId: string): string =>
  `TENANT#${tenantId}#WEBHOOK#${webhookId}#DELIVERIES`;
/** Deliveries without a webhook. */
export const callsPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#CALLS`;
export const deliveryKey = (
  scope: RowScope,
  { webhookId, madeAtMs, id }: { webhookId: string | null; madeAtMs: number; id: string },
): Key => deliveryKeyOf(scope, webhookId, `${newestFirst(madeAtMs)}#${id}`);
export const listedDeliveriesPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#DELIVERIES`;
export const listedDeliveryKey = (
  scope: RowScope,
  { madeAtMs, id }: { madeAtMs: number; id: string },
): Key => ({ pk: listedDeliveriesPartition(scope), sk: `${newestFirst(madeAtMs)}#${id}` });
/** The key of a delivery from its sort key in its organization's list. */
export const deliveryKeyOf = (scope: RowScope, webhookId: string | null, sk: string): Key => ({
  pk: webhookId === null ? callsPartition(scope) : deliveriesPartition(scope, webhookId),
  sk,
});
export const deliveryPartition = ({ tenantId }: TenantScope, id: string): string =>
  `TENANT#${tenantId}#DELIVERY#${id}`;
export const deliveryLocatorKey = (scope: TenantScope, id: string): Key => ({
  pk: deliveryPartition(scope, id),
  sk: 'DELIVERY',
});
export const attemptKey = (scope: TenantScope, id: string, attemptNumber: number): Key => ({
  pk: deliveryPartition(scope, id),
  sk: `ATTEMPT#${String(attemptNumber).padStart(6, '0')}`,
});
export const payloadKey = ({ tenantId }: TenantScope, payloadId: string): Key => ({
  pk: `TENANT#${tenantId}#PAYLOAD#${payloadId}`,
  sk: 'PAYLOAD',
});

/** Providers do not name a tenant; the endpoint's id, which cannot be guessed, identifies it. */
export const inboundEndpointKey = (endpointId: string): Key => ({
  pk: `INBOUND#${endpointId}`,
  sk: 'ENDPOINT',
});
export const inboundReceiptKey = (
  { tenantId }: TenantScope,
  endpointId: string,
  messageSha256: string,
): Key => ({ pk: `TENANT#${tenantId}#INBOUND#${endpointId}#${messageSha256}`, sk: 'RECEIPT' });

export const inboundBytesKey = ({ tenantId }: TenantScope, endpointId: string, bytesSha256: string): Key => ({
  pk: `TENANT#${tenantId}#INBOUND#${endpointId}#${bytesSha256}`,
  sk: 'BYTES',
});
