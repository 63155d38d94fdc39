/** What a rule set is: rules that are executed together. */
import * as z from 'zod/mini';
import { about, nameText, text, uuid } from '../../../kernel/http/fields.ts';
import { type RowOf, resource } from '../../../kernel/resources/resource.ts';
import { rowSpecOf } from '../../../kernel/resources/row-spec-of.ts';

export const ruleSetLimits = {
  setId: 50,
  setName: 200,
  description: 5_000,
  /** Rules of one set; also the maximum of one execution. */
  members: 100,
  maxSequence: 1_000_000,
} as const;

/** A rule of a set. */
export interface StoredMember {
  id: string;
  /** Id of the rule. */
  ruleId: string;
  sequence: number;
  enabled: boolean;
  addedAt: string;
}

const noMembers: readonly StoredMember[] = [];

export const ruleSets = resource({
  name: 'business_rules.set',
  one: 'rule set',
  many: 'rule sets',
  description: 'Rules that are executed together.',
  module: 'rules',
  path: '/api/business_rules/sets',
  fields: {
    setId: nameText(ruleSetLimits.setId).check(
      about('Your own identifier, unique in the tenant.', 'CHECKOUT'),
    ),
    setName: nameText(ruleSetLimits.setName).check(about('Name shown to people.', 'Checks before checkout')),
    description: z.nullable(text(ruleSetLimits.description, 0)).check(
      z.overwrite((value) => value || null),
      about('Description of the set.', 'Runs before an order is placed.'),
    ),
    enabled: z.boolean().check(about('Disabled sets are not executed.', true)),
  },
  defaults: { description: null, enabled: true },
  stored: { members: noMembers },
  computed: {
    memberCount: {
      schema: z.int().check(about('Number of rules in the set.', 1)),
      of: ({ members }) => members.length,
    },
  },
  unique: { field: 'setId', code: 'rule_set_id_taken' },
  list: {
    search: ['setName', 'setId'],
    filters: { setId: 'contains', enabled: 'is' },
    sorts: ['setId', 'setName', 'enabled'],
    order: 'setId',
  },
  features: {
    view: 'business_rules.rules.view',
    create: 'business_rules.rules.create',
    change: 'business_rules.rules.edit',
    delete: 'business_rules.rules.delete',
  },
  event: ['setId', 'setName', 'enabled'],
  eventData: ({ members }) => ({ ruleIds: members.map(({ ruleId }) => ruleId) }),
  deletes: 'softly',
  api: { nouns: { one: 'Set', many: 'Sets' }, ids: 'request' },
});

/** Parameters of the operations on one set. */
export const setIdParams = z.object({ id: uuid('Id of the set (not its own `setId`).') });

export type StoredSet = RowOf<typeof ruleSets.fields, { members: readonly StoredMember[] }>;

/** The rows of rule sets, for special changes and reads. */
export const ruleSetRows = rowSpecOf(ruleSets);
