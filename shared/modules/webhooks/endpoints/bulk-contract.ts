/** Endpoints that change or delete several webhooks. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about } from '../../../kernel/http/fields.ts';
import {
  BulkResponse,
  bulkDeletionDescription,
  bulkDescription,
  bulkIds,
} from '../../../kernel/lists/bulk-contract.ts';
import { base, webhooksPath } from './webhook-fields-contract.ts';

const ids = bulkIds('webhook');
const feature = 'webhooks.manage';

export const BulkUpdateWebhooks = z.object({
  ids,
  isActive: z.boolean().check(about('Whether to enable the webhooks.', false)),
});
export type BulkUpdateWebhooks = z.infer<typeof BulkUpdateWebhooks>;

export const bulkUpdateWebhooks = defineEndpoint({
  ...base,
  ...operation('bulkUpdateWebhooks', 'POST', `${webhooksPath}/bulk-update`),
  summary: 'Enable or disable several webhooks',
  description:
    'Enables or disables up to 100 webhooks of the selected organizations. Enabling a webhook resets its count ' +
    `of consecutive failures. ${bulkDescription}`,
  feature,
  body: BulkUpdateWebhooks,
  success: returns(BulkResponse),
  permissions: { table: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
});

export const bulkDeleteWebhooks = defineEndpoint({
  ...base,
  ...operation('bulkDeleteWebhooks', 'POST', `${webhooksPath}/bulk-delete`),
  summary: 'Delete several webhooks',
  description: `Deletes up to 100 webhooks of the selected organizations. ${bulkDeletionDescription}`,
  feature,
  body: z.object({ ids }),
  success: returns(BulkResponse),
  permissions: { table: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
});
