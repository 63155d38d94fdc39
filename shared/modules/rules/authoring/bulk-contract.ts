/** Endpoints that change or delete several rules. */
import * as z from 'zod/mini';
import { defineEndpoint, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about } from '../../../kernel/http/fields.ts';
import {
  BulkResponse,
  bulkDeletionDescription,
  bulkDescription,
  bulkExample,
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
const example = bulkExample('5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10');

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
  success: returns('The result for each rule.', BulkResponse),
  permissions: { table: ['BatchGetItem', 'PutItem', 'DeleteItem'], secrets: 'seal and open' },
  example: { summary: 'One disabled rule', response: example },
});

export const bulkDeleteRules = defineEndpoint({
  ...base,
  operationId: 'bulkDeleteRules',
  path: `${path}/bulk-delete`,
  summary: 'Delete several rules',
  description: `Deletes up to 100 rules of the selected organizations. ${bulkDeletionDescription}`,
  feature: 'business_rules.rules.delete',
  body: z.object({ ids }),
  success: returns('The result for each rule.', BulkResponse),
  permissions: { table: ['BatchGetItem', 'PutItem', 'DeleteItem', 'UpdateItem'], secrets: 'seal and open' },
  example: { summary: 'One deleted rule', response: example },
});
