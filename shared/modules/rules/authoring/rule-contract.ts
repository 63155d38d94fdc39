/** Endpoints that read and write business rules. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, count, paging, queryBoolean, text, uuid } from '../../../kernel/http/fields.ts';
import { idFilter, sortDirection } from '../../../kernel/lists/list.ts';
import { runAsFilter } from '../../identity/public-data.ts';
import {
  actionExample,
  CreateRule,
  conditionExample,
  deepFields,
  Rule,
  UpdateRule,
} from './rule-fields-contract.ts';
import { ruleLimits, ruleTypes } from './rule-limits.ts';

export const ruleSortFields = [
  'ruleName',
  'priority',
  'createdAt',
  'updatedAt',
  'ruleId',
  'ruleType',
  'entityType',
] as const;

const filter = (what: string, max: number) =>
  z.optional(text(max)).check(about(`Only rules with exactly this ${what}.`));

export const ListRules = z.object({
  ...paging(ruleLimits.pageSize, ruleLimits.maxPageSize),
  search: z
    .optional(text(ruleLimits.ruleName))
    .check(about('Text in ruleName or ruleId, ignoring case.', 'credit')),
  ...idFilter(),
  ruleId: filter('ruleId', ruleLimits.ruleId),
  ruleType: z.optional(z.enum(ruleTypes)).check(about('Only rules of this type.')),
  entityType: filter('entityType', ruleLimits.entityType),
  eventType: filter('eventType', ruleLimits.eventType),
  ruleCategory: filter('ruleCategory', ruleLimits.ruleCategory),
  runAs: runAsFilter,
  enabled: z.optional(queryBoolean()).check(about('Only enabled, or only disabled rules.')),
  sortField: z
    .optional(z.enum(ruleSortFields))
    .check(about('Field to sort by; by default priority, then ruleId.')),
  sortDir: sortDirection(),
});
export type ListRules = z.infer<typeof ListRules>;

export const RuleList = z.object({
  data: z.array(Rule).check(about('The rules of the page.')),
  pagination: z
    .object({
      page: count('Page number, from 1.', 1),
      pageSize: count('Requested rows per page.', 20),
      total: count('Rows that match, over all pages.', 1),
      totalPages: count('Number of pages; 0 when nothing matches.', 1),
    })
    .check(about('Where the page stands in the list.')),
});

export const ruleExample = {
  ruleId: 'ORDER-LIMIT',
  ruleName: 'Block large orders',
  description:
    'Allows an order of 50 within its credit limit, and blocks an order of 12 500 above its credit limit.',
  ruleType: 'GUARD',
  entityType: 'sales.order',
  eventType: 'created',
  conditionExpression: conditionExample,
  successActions: null,
  failureActions: [actionExample],
  enabled: true,
  priority: 100,
  version: 1,
};

const id = z.object({ id: uuid('Id of the rule.') });
const base = { module: 'rules', auth: 'caller', scope: 'organization', details: 'map' } as const;
const path = '/api/business_rules/rules';

export const listRules = defineEndpoint({
  ...base,
  ...operation('listRules', 'GET', path),
  summary: 'List and search business rules',
  description:
    'Returns rules of the selected organization, by default the highest priority first. Filters are combined ' +
    'with AND. When the rows of a page are too large for one response, the error names a page size that fits. A ' +
    'list filtered by `id` or `ruleId` is strongly consistent: it contains a new rule at once.',
  feature: 'business_rules.rules.view',
  query: ListRules,
  success: returns(RuleList),
  exportedRows: 'data',
  errors: ['page_too_large'],
  permissions: { table: ['GetItem', 'Query', 'BatchGetItem'] },
});

export const getRule = defineEndpoint({
  ...base,
  ...operation('getRule', 'GET', `${path}/{id}`),
  summary: 'Read a business rule',
  description: 'Returns 404 for a deleted rule and for a rule of another tenant or organization.',
  feature: 'business_rules.rules.view',
  params: id,
  success: returns(Rule),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const createRule = defineEndpoint({
  ...base,
  ...operation('createRule', 'POST', path),
  summary: 'Create a business rule',
  description:
    'Creates a rule in the selected organization. The `ruleId` must be unique in the tenant. The rule runs as the ' +
    'caller (`runAs`): its actions need the caller’s current rights when it is saved and when it runs. EMIT_EVENT needs ' +
    '`events.publish`, NOTIFY `notifications.create`, CALL_WEBHOOK `webhooks.manage`. `{{…}}` in texts of actions contains ' +
    'a name (`{{total}}`) or an expression in CEL (`{{total * 0.23}}`, `{{lines.map(l, l.qty * l.price).sum()}}`) with ' +
    'exact decimals; any other is refused. `GET /api/business_rules/operators` lists its functions.',
  feature: 'business_rules.rules.create',
  body: CreateRule,
  deepFields,
  maxBodyBytes: ruleLimits.bytes,
  success: creates(Rule),
  errors: ['not_found', 'rule_id_taken', 'action_forbidden'],
  etag: true,
  permissions: { table: ['PutItem', 'UpdateItem'] },
});

export const updateRule = defineEndpoint({
  ...base,
  ...operation('updateRule', 'PUT', path),
  summary: 'Change a business rule',
  description:
    'Changes the given fields only. With `If-Match`, the request fails if the rule has changed since. A change of ' +
    'condition, actions, `missingFieldPolicy`, `entityType` or `eventType` makes the rule run as the caller (`runAs`), ' +
    'who needs the features of its actions. All other changes keep it.',
  feature: 'business_rules.rules.edit',
  body: UpdateRule,
  deepFields,
  maxBodyBytes: ruleLimits.bytes,
  success: returns(Rule),
  errors: ['not_found', 'rule_id_taken', 'action_forbidden', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'DeleteItem'], secrets: 'seal and open' },
});

export const deleteRule = defineEndpoint({
  ...base,
  ...operation('deleteRule', 'DELETE', path),
  summary: 'Delete a business rule',
  description:
    'Marks the rule as deleted: lists and reads no longer show it, and its `ruleId` can be used again.',
  feature: 'business_rules.rules.delete',
  query: id,
  success: { status: 204 },
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'DeleteItem', 'UpdateItem'], secrets: 'seal and open' },
});

export const takeOverRule = defineEndpoint({
  ...base,
  ...operation('takeOverRule', 'POST', `${path}/{id}/take-over`),
  summary: 'Take over a business rule',
  description:
    'The rule runs as the caller from now on (`runAs`), who needs the features of its actions, and is not blocked any ' +
    'more. Use it when the user or key that the rule runs as leaves or has lost a feature.',
  feature: 'business_rules.rules.edit',
  params: id,
  success: returns(Rule),
  errors: ['not_found', 'action_forbidden', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem'], secrets: 'seal and open' },
});
