/** Endpoints that change or delete several rules. */
import * as z from 'zod/mini';
import { defineEndpoint, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about } from '../../../kernel/http/fields.ts';
import {
  BulkResponse,
  bulkDeletionDescription,
  bulkDescription,
  bulkIds,
} from '../../../kernel/lists/bulk-contract.ts';

const base = {
  module: 'rules',
  auth: 'caller',
  scope: 'organization',
  details: 'map',
  method: 'POST',
} as const;
const path = '/api/business_rules/rules';
const ids = bulkIds('rule');

export const BulkUpdateRules = z.object({
  ids,
  enabled: z.boolean().check(about('Whether to enable the rules.', false)),
});
export type BulkUpdateRules = z.infer<typeof BulkUpdateRules>;

export const bulkUpdateRules = defineEndpoint({
  ...base,
  operationId: 'bulkUpdateRules',
  path: `${path}/bulk-update`,
  summary: 'Enable or disable several rules',
  description: `Enables or disables up to 100 rules of the selected organizations. ${bulkDescription}`,
  feature: 'business_rules.rules.edit',
  body: BulkUpdateRules,
  success: returns(BulkResponse),
  permissions: { table: ['BatchGetItem', 'PutItem', 'DeleteItem'], secrets: 'seal and open' },
});

export const bulkDeleteRules = defineEndpoint({
  ...base,
  operationId: 'bulkDeleteRules',
  path: `${path}/bulk-delete`,
  summary: 'Delete several rules',
  description: `Deletes up to 100 rules of the selected organizations. ${bulkDeletionDescription}`,
  feature: 'business_rules.rules.delete',
  body: z.object({ ids }),
  success: returns(BulkResponse),
  permissions: { table: ['BatchGetItem', 'PutItem', 'DeleteItem', 'UpdateItem'], secrets: 'seal and open' },
});
