/** Endpoints of the rule history: list, compare and restore revisions. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, count, paging, queryInteger, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { listOf } from '../../../kernel/lists/list.ts';
import { maxRuleRevisions, ruleChangeActions } from './rule-change.ts';
import { Rule } from './rule-fields-contract.ts';

const revisionFields = {
  revision: count('Number of the revision, from 1; the `ETag` of the rule at that time.', 2),
  action: z
    .enum(ruleChangeActions)
    .check(
      about(
        'Type of the change. `restored`: an earlier revision or the deleted rule was restored.',
        'updated',
      ),
    ),
  changedAt: timestamp('When the revision was created.'),
  changedBy: z
    .string()
    .check(about('Who created the revision.', 'api_key:9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33')),
  changedFields: z
    .array(z.string())
    .check(
      about(
        'Fields that differ from the previous revision; none if the revision created, deleted or restored back the ' +
          'rule.',
        ['enabled'],
      ),
    ),
  restoredFrom: z.nullable(z.int()).check(about('The revision that was restored; null otherwise.', null)),
};

const RuleRevisionHead = z
  .object(revisionFields)
  .check(z.meta({ id: 'RuleRevisionHead', description: 'Author, time and kind of a change of a rule.' }));
export type RuleRevisionHead = z.infer<typeof RuleRevisionHead>;

const RuleRevision = z
  .object({ ...revisionFields, rule: Rule })
  .check(z.meta({ id: 'RuleRevision', description: 'A rule in one of its revisions.' }));

const valueIn = (side: string) =>
  z.optional(z.unknown()).check(about(`Value in the revision \`${side}\`.`, true));

const RuleComparison = z
  .object({
    from: RuleRevisionHead,
    to: RuleRevisionHead,
    changes: z.record(z.string(), z.object({ from: valueIn('from'), to: valueIn('to') })).check(
      about('Fields that differ, with their values in both revisions.', {
        enabled: { from: true, to: false },
      }),
    ),
  })
  .check(z.meta({ id: 'RuleComparison', description: 'The differences between two revisions of a rule.' }));

const base = { module: 'rules', auth: 'caller', scope: 'organization', details: 'map' } as const;
const rulePath = '/api/business_rules/rules/{id}';
const path = `${rulePath}/revisions`;
const view = 'business_rules.rules.view';
const id = uuid('Id of the rule.');
const revisionNumber = (description: string) => queryInteger(1, 1_000_000_000).check(about(description, 1));
const revisionParams = z.object({ id, revision: revisionNumber('Number of the revision.') });

const kept =
  `The latest ${maxRuleRevisions} revisions of a rule are kept, including the current one, also while the rule is deleted. ` +
  'Rules created before revisions were recorded have the revisions since then.';

export const ListRuleRevisions = z.object(paging());
export type ListRuleRevisions = z.infer<typeof ListRuleRevisions>;

export const listRuleRevisions = defineEndpoint({
  ...base,
  ...operation('listRuleRevisions', 'GET', path),
  summary: 'List the revisions of a rule',
  description:
    `Returns who changed which fields of a rule, newest revision first; deleted rules are included. ${kept} ` +
    'Strongly consistent; one read for the rule and one for the page.',
  feature: view,
  params: z.object({ id }),
  query: ListRuleRevisions,
  success: returns(listOf(RuleRevisionHead)),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem', 'BatchGetItem'] },
});

export const getRuleRevision = defineEndpoint({
  ...base,
  ...operation('getRuleRevision', 'GET', `${path}/{revision}`),
  summary: 'Read a revision of a rule',
  description: `Returns the whole rule as it was in that revision, also for deleted rules, with header values of actions masked. ${kept}`,
  feature: view,
  params: revisionParams,
  success: returns(RuleRevision),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const compareRuleRevisions = defineEndpoint({
  ...base,
  ...operation('compareRuleRevisions', 'GET', `${path}/compare`),
  summary: 'Compare two revisions of a rule',
  description: `Returns the fields that differ between two revisions, with both values; header values of actions are masked. ${kept}`,
  feature: view,
  params: z.object({ id }),
  query: z.object({
    from: revisionNumber('Number of one revision.'),
    to: revisionNumber('Number of the other.'),
  }),
  success: returns(RuleComparison),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const restoreRuleRevision = defineEndpoint({
  ...base,
  ...operation('restoreRuleRevision', 'POST', `${path}/{revision}/restore`),
  summary: 'Restore a revision of a rule',
  description:
    'Sets all fields of a rule to those of one of its revisions and stores the result as a new revision, so the ' +
    'history stays complete. Returns 409 if another rule uses the `ruleId` of that revision, and 412 if ' +
    '`If-Match` names an older revision. Restore a deleted rule first: it returns 404 here. ' +
    'If condition or actions differ, the rule runs as the caller, who needs the features of its actions.',
  feature: 'business_rules.rules.edit',
  params: revisionParams,
  success: returns(Rule),
  errors: ['not_found', 'rule_id_taken', 'action_forbidden', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'DeleteItem'], secrets: 'seal and open' },
});

export const restoreRule = defineEndpoint({
  ...base,
  ...operation('restoreRule', 'POST', `${rulePath}/restore`),
  summary: 'Restore a deleted rule',
  description:
    'Restores the rule as it was: enabled or not, in its rule sets, with its id and history. Returns 409 if ' +
    'another rule uses its `ruleId` now, and 404 if the rule is not deleted.',
  feature: 'business_rules.rules.create',
  params: z.object({ id }),
  success: returns(Rule),
  errors: ['not_found', 'rule_id_taken'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'], secrets: 'seal and open' },
});
