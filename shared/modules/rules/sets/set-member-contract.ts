/** Endpoints of the rules in a set. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, alwaysTrue, optionalFields, uuid } from '../../../kernel/http/fields.ts';
import { ruleSetLimits, ruleSets, setIdParams } from './rule-sets.ts';
import { memberFields, RuleSetMember, setBase } from './set-contract.ts';

export const AddMember = z.object({
  ruleId: uuid('Id of the rule to add (not its own `ruleId`).'),
  sequence: z._default(memberFields.sequence, 0).check(about('Members run in ascending sequence.', 10)),
  enabled: z._default(z.boolean(), true).check(about('Disabled members are skipped.', true)),
});
export type AddMember = z.infer<typeof AddMember>;

export const UpdateMember = z.object({
  ...optionalFields(memberFields),
  memberId: uuid('Id of the membership to change.'),
});
export type UpdateMember = z.infer<typeof UpdateMember>;

const RemoveMember = z.object({ memberId: uuid('Id of the membership to delete.') });
const path = `${ruleSets.path}/{id}/members`;

export const addSetMember = defineEndpoint({
  ...setBase,
  ...operation('addSetMember', 'POST', path),
  summary: 'Add a rule to a set',
  description: `Adds a rule of the set’s organization. A set can contain each rule once and at most ${ruleSetLimits.members} rules.`,
  feature: 'business_rules.rules.edit',
  params: setIdParams,
  body: AddMember,
  success: creates(RuleSetMember),
  errors: ['not_found', 'rule_already_in_set', 'rule_set_full', 'stale'],
  permissions: { table: ['GetItem', 'PutItem'] },
});

export const updateSetMember = defineEndpoint({
  ...setBase,
  ...operation('updateSetMember', 'PUT', path),
  summary: 'Change a member of a rule set',
  description: 'Changes the position of a member, or whether it runs.',
  feature: 'business_rules.rules.edit',
  params: setIdParams,
  body: UpdateMember,
  success: returns(z.object({ ok: alwaysTrue() })),
  errors: ['not_found', 'stale'],
  permissions: { table: ['GetItem', 'PutItem'] },
});

export const removeSetMember = defineEndpoint({
  ...setBase,
  ...operation('removeSetMember', 'DELETE', path),
  summary: 'Remove a rule from a set',
  description: 'Removes the rule from the set. The rule itself is kept.',
  feature: 'business_rules.rules.edit',
  params: setIdParams,
  query: RemoveMember,
  success: returns(z.object({ ok: alwaysTrue() }), { description: 'The rule is removed from the set.' }),
  errors: ['not_found', 'stale'],
  permissions: { table: ['GetItem', 'PutItem'] },
});
