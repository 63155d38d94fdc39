/** Endpoints that read and change a rule set. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, optionalFields, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { rowSchema, updateContract } from '../../../kernel/resources/contracts.ts';
import { ruleTypes } from '../authoring/rule-limits.ts';
import { ruleSetLimits, ruleSets, setIdParams } from './rule-sets.ts';

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

const ruleSet = rowSchema(ruleSets);

const RuleSetDetail = z
  .object({
    ...ruleSet.shape,
    members: z.array(RuleSetMember).check(about('The rules of the set, by sequence, then by id.')),
  })
  .check(z.meta({ id: 'RuleSetDetail', description: 'A rule set with its members.' }));

export const UpdateSet = z.object({
  ...optionalFields(ruleSets.fields),
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

const ok = z.literal(true).check(about('Always true.', true));

const setExample = {
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

export const getSet = defineEndpoint({
  ...setBase,
  ...operation('getSet', 'GET', `${ruleSets.path}/{id}`),
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

export const updateSet = defineEndpoint({
  ...updateContract(ruleSets),
  description:
    'Changes the given fields and leaves all others as they are. `memberIds` orders all members at once; it returns ' +
    '400 unless it names each membership of the set once.',
  body: UpdateSet,
  success: returns('The changed set.', z.object({ ok, ...ruleSet.shape })),
  example: {
    summary: 'Disable a set',
    response: { ok: true, ...setExample, enabled: false },
  },
});
