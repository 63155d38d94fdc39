/** Reads the rules that members show. */
import type { RowScope } from '../../../kernel/table/keys.ts';
import { batchGet } from '../../../kernel/table/read.ts';
import type { RuleType } from '../authoring/rule-limits.ts';
import { ruleKey } from '../keys.ts';

/** The fields of rules that members show, by the rules' ids; deleted rules are missing. One BatchGetItem. */
export async function findRuleNames(
  scope: RowScope,
  ids: readonly string[],
): Promise<Map<string, { ruleName: string; ruleType: RuleType }>> {
  const keys = ids.map((id) => ruleKey(scope, id));
  const items = await batchGet(keys, ['id', 'ruleName', 'ruleType', 'deletedAt']);
  const live = items.filter(({ deletedAt }) => deletedAt === undefined);
  return new Map(
    live.map(({ id, ruleName, ruleType }) => [
      String(id),
      { ruleName: String(ruleName), ruleType: ruleType as RuleType },
    ]),
  );
}
