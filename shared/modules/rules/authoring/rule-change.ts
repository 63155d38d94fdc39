/** The kinds of change in a rule's history. */

export const ruleChangeActions = ['created', 'updated', 'deleted', 'restored'] as const;

/** The change that created a revision of a rule. */
export interface RuleChange {
  action: (typeof ruleChangeActions)[number];
  /** Fields that differ from the previous revision. */
  changedFields: readonly string[];
  /** The revision that was restored; null for any other change. */
  restoredFrom: number | null;
}

/** Kept revisions of a rule, including the current one. */
export const maxRuleRevisions = 100;
