/** What a rule set is in the table, in lists, in events and in the audit trail. */
import type { RowSpec } from '../../../kernel/resources/row-spec.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { batchGet } from '../../../kernel/table/read.ts';
import type { RuleType } from '../authoring/rule-fields-contract.ts';
import { RuleSetIdTakenError } from '../errors.ts';
import { ruleKey, ruleSetIdKey, ruleSetKey, ruleSetListingKey, ruleSetListPartition } from '../keys.ts';
import type { StoredSet } from './rule-set.ts';

type SetListField = 'setId' | 'setName' | 'enabled' | 'createdAt' | 'updatedAt';

export const ruleSet: RowSpec<StoredSet, SetListField> = {
  name: 'business_rules.set',
  title: 'Rule set',
  entity: 'rule_set',
  rowKey: ruleSetKey,
  list: {
    partition: ruleSetListPartition,
    key: (set) => ruleSetListingKey(set, set.setId),
    keyOrder: { field: 'setId', direction: 'asc' },
    attributes: { setId: 's', setName: 'n', enabled: 'a', createdAt: 'ca', updatedAt: 'ua' },
    values: ({ setId, setName, enabled, createdAt, updatedAt }) => ({
      ...{ setId, setName, enabled },
      createdAt: Date.parse(createdAt),
      updatedAt: Date.parse(updatedAt),
    }),
    searchIn: ['setName', 'setId'],
    filterModes: { setId: 'contains' },
    bytes: ({ description, members }) => 2_000 + (description?.length ?? 0) + members.length * 200,
  },
  unique: {
    key: (set) => ruleSetIdKey(set, set.setId),
    taken: ({ setId }) => new RuleSetIdTakenError(setId),
  },
  eventData: ({ setId, setName, enabled, members }) => ({
    ...{ setId, setName, enabled },
    ruleIds: members.map(({ ruleId }) => ruleId),
  }),
  audited: ({ revision: _, ...set }) => set,
  deletes: 'softly',
};

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
