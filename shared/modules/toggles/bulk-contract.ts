/** The endpoints that change and delete several toggles in one request. */
import * as z from 'zod/mini';
import { defineEndpoint, returns } from '../../kernel/http/endpoint-spec.ts';
import { about } from '../../kernel/http/fields.ts';
import {
  BulkResponse,
  bulkDeletionDescription,
  bulkDescription,
  bulkIds,
} from '../../kernel/lists/bulk-contract.ts';

const base = { module: 'toggles', auth: 'caller', superAdmin: true, scope: 'none', method: 'POST' } as const;
const path = '/api/feature_toggles/global';
const ids = bulkIds('toggle');

export const BulkUpdateToggles = z.object({
  ids,
  defaultValue: z
    .boolean()
    .check(about('Default value of the toggles, which must be of type boolean or json.', true)),
});
export type BulkUpdateToggles = z.infer<typeof BulkUpdateToggles>;

export const bulkUpdateToggles = defineEndpoint({
  ...base,
  operationId: 'bulkUpdateToggles',
  path: `${path}/bulk-update`,
  summary: 'Set the default of several boolean toggles',
  description: `Sets the same boolean default for up to 100 toggles. Tenants keep their own values. ${bulkDescription}`,
  body: BulkUpdateToggles,
  success: returns(BulkResponse),
  permissions: { table: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
});

export const bulkDeleteToggles = defineEndpoint({
  ...base,
  operationId: 'bulkDeleteToggles',
  path: `${path}/bulk-delete`,
  summary: 'Delete several feature toggles',
  description: `Deletes up to 100 toggles. Their identifiers cannot be used again. ${bulkDeletionDescription}`,
  body: z.object({ ids }),
  success: returns(BulkResponse),
  permissions: { table: ['BatchGetItem', 'PutItem', 'DeleteItem', 'UpdateItem', 'ConditionCheckItem'] },
});
