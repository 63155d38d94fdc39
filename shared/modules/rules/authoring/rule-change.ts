/** What the history of a rule tells of a change. */

export const ruleChangeActions = ['created', 'updated', 'deleted', 'restored'] as const;

/** What made a revision of a rule. */
export interface RuleChange {
  action: (typeof ruleChangeActions)[number];
  /** Fields that differ from the revision before. */
  changedFields: readonly string[];
  /** The revision that was restored; null for any other change. */
  restoredFrom: number | null;
}

/** Revisions of a rule that are kept, the present one included. */
export const maxRuleRevisions = 100;
