/**
 * Keys of webhooks and their deliveries, and of messages that providers send.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read a webhook | TENANT#<tenant>#ORG#<organization> | WEBHOOK#<webhook> | webhookKey |
 * | How do a webhook's attempts fare? | TENANT#<tenant>#WEBHOOK#<webhook> | HEALTH | webhookHealthKey |
 * | Slots of a webhook with a rate limit | TENANT#<tenant>#WEBHOOK#<webhook> | SLOTS#<limit> | webhookSlotsKey |
 * | List webhooks, newest first | TENANT#<tenant>#ORG#<organization>#WEBHOOKS | <inverted ms>#<webhook> | webhookListingKey |
 * | Deleted webhooks whose log is still there | TENANT#<tenant>#ORG#<organization>#WEBHOOKS#DELETED | <webhook> | deletedWebhookKey |
 * | Who subscribes in a tenant / an organization? | TENANT#<tenant>#SUBSCRIPTIONS | <organization>#<webhook> | subscriptionKey |
 * | Are an organization's webhooks switched on? | TENANT#<tenant>#SUBSCRIPTIONS | <organization>#SWITCH | webhookSwitchKey |
 * | Deliveries of a webhook, newest first; claim one | TENANT#<tenant>#WEBHOOK#<webhook>#DELIVERIES | <inverted ms>#<delivery> | deliveryKey |
 * | Requests of an organization's rules to URLs of their own, newest first | TENANT#<tenant>#ORG#<organization>#CALLS | <inverted ms>#<delivery> | deliveryKey |
 * | Deliveries of an organization, newest first: whose log is each in? | TENANT#<tenant>#ORG#<organization>#DELIVERIES | <inverted ms>#<delivery> | listedDeliveryKey |
 * | Are the deliveries of before that list in it? | MIGRATION | DELIVERIES | deliveriesListedKey |
 * | Where is the delivery with this id? | TENANT#<tenant>#DELIVERY#<delivery> | DELIVERY | deliveryLocatorKey |
 * | Attempts of a delivery | TENANT#<tenant>#DELIVERY#<delivery> | ATTEMPT#<number> | attemptKey |
 * | The body that all deliveries of an event have | TENANT#<tenant>#PAYLOAD#<event> | PAYLOAD | payloadKey |
 * | Where does a provider's message go? | INBOUND#<endpoint> | ENDPOINT | inboundEndpointKey |
 * | List inbound endpoints, newest first | TENANT#<tenant>#ORG#<organization>#INBOUND | <inverted ms>#<endpoint> | inboundListingKey |
 * | Did this message come before? / what came | TENANT#<tenant>#INBOUND#<endpoint>#<sha256 of the message's id> | RECEIPT | inboundReceiptKey |
 * | Did these bytes come a moment ago under another id? | TENANT#<tenant>#INBOUND#<endpoint>#<sha256 of the bytes> | BYTES | inboundBytesKey |
 */
import type { TenantScope } from '../../kernel/auth/principal.ts';
import { type Key, newestFirst, type RowScope } from '../../kernel/table/keys.ts';

export const webhookKey = ({ tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}`,
  sk: `WEBHOOK#${id}`,
});
export const webhookHealthKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#WEBHOOK#${id}`,
  sk: 'HEALTH',
});
/** Slots are numbered by the limit, so another limit has other slots. */
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
/** Everything of one organization in the tenant's subscriptions. */
export const subscriptionsPrefix = (organizationId: string): string => `${organizationId}#`;
export const subscriptionKey = (scope: RowScope, webhookId: string): Key => ({
  pk: subscriptionsPartition(scope),
  sk: `${subscriptionsPrefix(scope.organizationId)}${webhookId}`,
});
/** Beside the subscriptions, so that one Query answers both. Upper case: no id of a webhook is. */
export const webhookSwitchKey = (scope: RowScope): Key => ({
  pk: subscriptionsPartition(scope),
  sk: `${subscriptionsPrefix(scope.organizationId)}SWITCH`,
});

export const deliveriesPartition = ({ tenantId }: TenantScope, webhookId: string): string =>
  `TENANT#${tenantId}#WEBHOOK#${webhookId}#DELIVERIES`;
/** Deliveries that belong to no webhook. */
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
/** The key of a delivery whose key in the list of its organization has this sort key. */
export const deliveryKeyOf = (scope: RowScope, webhookId: string | null, sk: string): Key => ({
  pk: webhookId === null ? callsPartition(scope) : deliveriesPartition(scope, webhookId),
  sk,
});
export const deliveriesListedKey: Key = { pk: 'MIGRATION', sk: 'DELIVERIES' };
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

/** Providers name no tenant: the endpoint's id, which cannot be guessed, leads to it. */
export const inboundEndpointKey = (endpointId: string): Key => ({
  pk: `INBOUND#${endpointId}`,
  sk: 'ENDPOINT',
});
export const inboundListPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#INBOUND`;
export const inboundListingKey = (scope: RowScope, createdAtMs: number, id: string): Key => ({
  pk: inboundListPartition(scope),
  sk: `${newestFirst(createdAtMs)}#${id}`,
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
