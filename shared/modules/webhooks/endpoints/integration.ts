/**
 * The integration `webhook_custom` as webhooks see it: its state switches deliveries, retries, tests and inbound
 * receives of an organization on and off. Without a stored state it is on, and sends no notifications.
 */
import type { Item } from '../../../kernel/table/read.ts';

export const webhookIntegrationId = 'webhook_custom';

export interface WebhookIntegration {
  isEnabled: boolean;
  /** Tell administrators when a delivery has used up its attempts. */
  notifyOnFailedDelivery: boolean;
}

/** Reads the state as it lies in the table; only a strict `true` asks for notifications. */
export function toWebhookIntegration(item: Item | undefined): WebhookIntegration {
  return {
    isEnabled: item?.isEnabled !== false,
    notifyOnFailedDelivery: item?.notifyOnFailedDelivery === true,
  };
}
