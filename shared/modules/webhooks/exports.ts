/** The lists of this module that `format=` exports, with all fields of a row in display order. */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import { exportOf } from '../../kernel/resources/export.ts';
import { listDeliveries } from './deliveries/delivery-contract.ts';
import * as deliveries from './deliveries/delivery-service.ts';
import { listWebhooks } from './endpoints/webhook-contract.ts';
import * as webhooks from './endpoints/webhook-service.ts';
import { inboundEndpoints } from './inbound/inbound-endpoints.ts';

export const exportSources: readonly ExportSource[] = [
  exportOf(inboundEndpoints),
  exportSource(
    listWebhooks,
    {
      fileName: 'webhooks',
      columns: [
        'id',
        'name',
        'description',
        'url',
        'subscribedEvents',
        'httpMethod',
        'isActive',
        'deliveryStrategy',
        'maxRetries',
        'consecutiveFailures',
        'lastSuccessAt',
        'lastFailureAt',
        'createdAt',
        'updatedAt',
        'condition',
      ],
    },
    webhooks.listWebhooks,
  ),
  exportSource(
    listDeliveries,
    {
      fileName: 'webhook_deliveries',
      columns: [
        'id',
        'webhookId',
        'webhookName',
        'eventType',
        'messageId',
        'status',
        'responseStatus',
        'errorMessage',
        'attemptNumber',
        'maxAttempts',
        'nextRetryAt',
        'durationMs',
        'targetUrl',
        'enqueuedAt',
        'lastAttemptAt',
        'deliveredAt',
        'createdAt',
      ],
    },
    deliveries.listDeliveries,
  ),
];
