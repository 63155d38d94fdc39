/** Checks business rules. */
import { activeRuleKey, ruleIdKey, ruleListingKey } from '../../../shared/modules/rules/keys.ts';
import { beside, type Invariant, lastPart, partOf, sameId, scopeOf, text } from './table.ts';

export const rules: Invariant = (table) => {
  const rows = table.rows('rule');
  return [
    ...beside(table, 'rules', {
      rows,
      expected: (row) => [ruleListingKey(scopeOf(row), Number(row.priority), text(row.ruleId))],
      isBeside: ({ pk, b }) => lastPart(pk) === 'RULES' && b !== undefined,
      same: (row, item) => sameId(row, item) && item.n === row.ruleName,
    }),
    ...beside(table, 'ruleIds', {
      rows,
      expected: (row) => [ruleIdKey(scopeOf(row), text(row.ruleId))],
      isBeside: ({ pk }) => partOf(pk, 2) === 'RULEID',
      same: sameId,
    }),
    ...beside(table, 'executed rules', {
      rows: rows.filter(({ enabled }) => enabled === true),
      expected: (row) => [
        activeRuleKey(scopeOf(row), {
          entityType: text(row.entityType),
          priority: Number(row.priority),
          ruleId: text(row.ruleId),
        }),
      ],
      isBeside: ({ entity }) => entity === 'active_rule',
      same: (row, item) => sameId(row, item) && item.rev === row.rev,
    }),
  ];
};
