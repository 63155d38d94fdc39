/** Endpoints that read and change a rule set. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, alwaysTrue, optionalFields, timestamp, uuid } from '../../../kernel/http/fields.ts';
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
    id: uuid('Id of the membership.', '2d3e4f5a-6b7c-4d8e-9f0a-1b2c3d4e5f60'),
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

export const setBase = { module: 'rules', auth: 'caller', scope: 'organization', details: 'map' } as const;

export const getSet = defineEndpoint({
  ...setBase,
  ...operation('getSet', 'GET', `${ruleSets.path}/{id}`),
  summary: 'Read a rule set with its members',
  description: 'Returns 404 for a deleted set and for a set of another tenant or organization.',
  feature: 'business_rules.rules.view',
  params: setIdParams,
  success: returns(RuleSetDetail),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem', 'BatchGetItem'] },
});

export const updateSet = defineEndpoint({
  ...updateContract(ruleSets),
  description:
    'Changes the given fields and leaves all others as they are. `memberIds` orders all members at once; it returns ' +
    '400 unless it names each membership of the set once.',
  body: UpdateSet,
  success: returns(z.object({ ok: alwaysTrue(), ...ruleSet.shape })),
});
