/** Endpoints of rule sets, which execute their rules in their own order. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, optionalFields, queryBoolean, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { idFilter, listOf, listQuery } from '../../../kernel/lists/list.ts';
import { ruleTypes } from '../authoring/rule-fields-contract.ts';
import {
  ExecuteRule,
  executionBase,
  executionExample,
  executionResponse,
} from '../execution/execution-contract.ts';

export const ruleSetLimits = {
  setId: 50,
  setName: 200,
  description: 5_000,
  /** Rules of one set; also the maximum of one execution. */
  members: 100,
  maxSequence: 1_000_000,
} as const;

const fields = {
  setId: text(ruleSetLimits.setId).check(about('Your own identifier, unique in the tenant.', 'CHECKOUT')),
  setName: text(ruleSetLimits.setName).check(about('Name shown to people.', 'Checks before checkout')),
  description: z
    .nullable(text(ruleSetLimits.description, 0))
    .check(about('Description of the set.', 'Runs before an order is placed.')),
  enabled: z.boolean().check(about('Disabled sets are not executed.', true)),
};

export const memberFields = {
  sequence: z
    .int()
    .check(z.gte(0), z.lte(ruleSetLimits.maxSequence))
    .check(about('Members run in ascending sequence.', 10)),
  enabled: z.boolean().check(about('Disabled members are skipped.', true)),
};

export const RuleSetMember = z
  .object({
    id: uuid('Id of the membership.'),
    ruleId: uuid('Id of the rule (not its own `ruleId`).'),
    ruleName: z
      .nullable(z.string())
      .check(about('Name of the rule; null when it was deleted.', 'Block large orders')),
    ruleType: z
      .nullable(z.enum(ruleTypes))
      .check(about('Type of the rule; null when it was deleted.', 'GUARD')),
    ...memberFields,
    addedAt: timestamp('When the rule was added.'),
  })
  .check(z.meta({ id: 'RuleSetMember', description: 'A rule of a set.' }));
export type RuleSetMember = z.infer<typeof RuleSetMember>;

const setFields = {
  id: uuid('Id of the set.'),
  ...fields,
  memberCount: z.int().check(about('Number of rules in the set.', 1)),
  tenantId: uuid('Tenant the set belongs to.'),
  organizationId: uuid('Organization the set belongs to.'),
  createdAt: timestamp('When the set was created.'),
  updatedAt: timestamp('When the set or its members were last changed.'),
  createdBy: z.string().check(about('Who created the set.', 'api_key:4f0c…')),
  updatedBy: z.string().check(about('Who last changed the set.', 'api_key:4f0c…')),
};

export const RuleSet = z
  .object(setFields)
  .check(z.meta({ id: 'RuleSet', description: 'Rules that are executed together.' }));
export type RuleSet = z.infer<typeof RuleSet>;

const RuleSetDetail = z
  .object({
    ...setFields,
    members: z.array(RuleSetMember).check(about('The rules of the set, by sequence, then by id.')),
  })
  .check(z.meta({ id: 'RuleSetDetail', description: 'A rule set with its members.' }));
export type RuleSetDetail = z.infer<typeof RuleSetDetail>;

export const CreateSet = z.object({
  setId: fields.setId,
  setName: fields.setName,
  description: z.optional(fields.description),
  enabled: z._default(z.boolean(), true).check(about('Disabled sets are not executed.', true)),
});
export type CreateSet = z.infer<typeof CreateSet>;

export const UpdateSet = z.object({
  ...optionalFields(fields),
  id: uuid('Id of the set to change.'),
  memberIds: z
    .optional(z.array(uuid('Id of a membership.')).check(z.maxLength(ruleSetLimits.members)))
    .check(
      about(
        'Ids of all memberships in the order in which their rules run; they get the sequences 10, 20, 30 and so on.',
        ['2d3e4f5a-6b7c-4d8e-9f0a-1b2c3d4e5f60'],
      ),
    ),
});
export type UpdateSet = z.infer<typeof UpdateSet>;

export const setSortFields = ['setId', 'setName', 'enabled', 'createdAt', 'updatedAt'] as const;

export const ListSets = z.object({
  ...listQuery({
    sortFields: setSortFields,
    searches: 'setName or setId',
  }),
  ...idFilter(),
  setId: z
    .optional(text(ruleSetLimits.setId))
    .check(about('Only sets with this text in their setId, ignoring case.')),
  enabled: z.optional(queryBoolean()).check(about('Only enabled, or only disabled sets.')),
});
export type ListSets = z.infer<typeof ListSets>;

const ok = z.literal(true).check(about('Always true.', true));

export const setExample = {
  id: '8c1b2f4e-1a2b-4c3d-9e4f-5a6b7c8d9e0f',
  setId: 'CHECKOUT',
  setName: 'Checks before checkout',
  description: null,
  enabled: true,
  memberCount: 1,
  tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
  organizationId: '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22',
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
  createdBy: 'api_key:9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33',
  updatedBy: 'api_key:9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33',
};
export const memberExample = {
  id: '2d3e4f5a-6b7c-4d8e-9f0a-1b2c3d4e5f60',
  ruleId: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
  ruleName: 'Block large orders',
  ruleType: 'GUARD',
  sequence: 10,
  enabled: true,
  addedAt: '2026-03-01T09:30:00.000Z',
};

export const setBase = { module: 'rules', auth: 'caller', scope: 'organization', details: 'map' } as const;
export const setsPath = '/api/business_rules/sets';
export const setIdParams = z.object({ id: uuid('Id of the set (not its own `setId`).') });

export const listSets = defineEndpoint({
  ...setBase,
  ...operation('listSets', 'GET', setsPath),
  summary: 'List and search rule sets',
  description:
    'Returns rule sets of the selected organization, by default sorted by `setId`. Filters are combined with AND.',
  feature: 'business_rules.rules.view',
  query: ListSets,
  success: returns('One page of sets.', listOf(RuleSet)),
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
  example: {
    summary: 'One set',
    response: { items: [setExample], total: 1, page: 1, pageSize: 50, totalPages: 1 },
  },
});

export const getSet = defineEndpoint({
  ...setBase,
  ...operation('getSet', 'GET', `${setsPath}/{id}`),
  summary: 'Read a rule set with its members',
  description: 'Returns 404 for a deleted set and for a set of another tenant or organization.',
  feature: 'business_rules.rules.view',
  params: setIdParams,
  success: returns('The set.', RuleSetDetail),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem', 'BatchGetItem'] },
  example: { summary: 'A set of one guard', response: { ...setExample, members: [memberExample] } },
});

export const createSet = defineEndpoint({
  ...setBase,
  ...operation('createSet', 'POST', setsPath),
  summary: 'Create a rule set',
  description: 'Creates an empty set in the selected organization. The `setId` must be unique in the tenant.',
  feature: 'business_rules.rules.create',
  body: CreateSet,
  success: creates('The created set.', RuleSet),
  errors: ['not_found', 'rule_set_id_taken'],
  etag: true,
  permissions: { table: ['PutItem', 'UpdateItem'] },
  example: { summary: 'A set', response: { ...setExample, memberCount: 0 } },
});

export const updateSet = defineEndpoint({
  ...setBase,
  ...operation('updateSet', 'PUT', setsPath),
  summary: 'Change a rule set',
  description:
    'Changes the given fields and leaves all others as they are. `memberIds` orders all members at once; it returns ' +
    '400 unless it names each membership of the set once.',
  feature: 'business_rules.rules.edit',
  body: UpdateSet,
  success: returns('The changed set.', z.object({ ok, ...setFields })),
  errors: ['not_found', 'rule_set_id_taken', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'DeleteItem'] },
  example: {
    summary: 'Disable a set',
    response: { ok: true, ...setExample, enabled: false },
  },
});

export const deleteSet = defineEndpoint({
  ...setBase,
  ...operation('deleteSet', 'DELETE', setsPath),
  summary: 'Delete a rule set',
  description: 'Marks the set as deleted; its `setId` can be used again. Its rules are kept.',
  feature: 'business_rules.rules.delete',
  query: setIdParams,
  success: returns('The set is deleted.', z.object({ ok })),
  errors: ['not_found', 'stale'],
  permissions: { table: ['GetItem', 'PutItem', 'DeleteItem', 'UpdateItem'] },
  example: { summary: 'Deleted', response: { ok: true } },
});

const setIdentity = {
  setId: fields.setId,
  setName: fields.setName,
};

export const executeSet = defineEndpoint({
  ...executionBase,
  ...operation('executeSet', 'POST', `${setsPath}/{id}/execute`),
  summary: 'Execute a rule set',
  description:
    'Runs the enabled members of an enabled set in ascending sequence. A GUARD rule that blocks ends the ' +
    'execution: later members are SKIPPED. Members that are disabled, not in effect, or for another entity type ' +
    'or event than the request names are SKIPPED, too.',
  params: setIdParams,
  body: ExecuteRule,
  success: returns(
    'The results of the rules of the set.',
    z.object({ ...setIdentity, ...executionResponse }),
  ),
  errors: ['not_found', 'rule_set_disabled'],
  permissions: { table: ['GetItem', 'BatchGetItem', 'PutItem'] },
  example: {
    summary: 'A guard that blocks an order',
    response: { setId: setExample.setId, setName: setExample.setName, ...executionExample },
  },
});
