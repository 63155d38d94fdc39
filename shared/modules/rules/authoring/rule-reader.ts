/** Reads rules; functions that only execute them load no code that writes them. */
import { parseJson } from '../../../kernel/base/json.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { findInOrganizations, type VisibleScope } from '../../../kernel/table/organizations.ts';
import { batchGet, type Item } from '../../../kernel/table/read.ts';
import { ruleKey } from '../keys.ts';
import type { StoredRule } from '../rule.ts';
import type { RuleChange } from './rule-change.ts';
import { ruleFields } from './rule-field-names.ts';
import type { Rule } from './rule-fields-contract.ts';

export const ruleEntity = 'rule';
export const revisionEntity = 'rule_revision';

/** The change that created the revision in an item. */
export const changeIn = ({ change }: Item): RuleChange => change as RuleChange;

/** The rule in its row or in an item of its history. */
export function fromItem(item: Item): StoredRule {
  if (item.entity !== ruleEntity && item.entity !== revisionEntity)
    throw new Error(`Expected a rule, found ${String(item.entity)}.`);
  const stored: Item = { ...item, ...parseJson(String(item.documents)) };
  // In the documented order, because DynamoDB does not preserve the order.
  const rule = Object.fromEntries(ruleFields.map((field) => [field, stored[field]])) as Rule;
  const [revision, oldestRevision] = [Number(item.rev), Number(item.oldestRevision)];
  const { sealedSecrets } = item;
  const sealed = typeof sealedSecrets === 'string' && { sealedSecrets };
  return { rule, revision, change: changeIn(item), oldestRevision, ...sealed };
}

export const toLive = (item: Item): StoredRule | undefined =>
  item.deletedAt === undefined ? fromItem(item) : undefined;

/** The live rule with this id in the scope's visible organizations; undefined for any other. One GetItem per organization. */
export async function findRule(scope: VisibleScope, id: string): Promise<StoredRule | undefined> {
  return findInOrganizations(scope, (at) => ruleKey(at, id), toLive);
}

/** The live rules with these ids in one organization, in no particular order. One BatchGetItem per 100. */
export async function findRules(scope: RowScope, ids: readonly string[]): Promise<StoredRule[]> {
  const items = await batchGet(ids.map((id) => ruleKey(scope, id)));
  return items.map(toLive).filter((stored) => stored !== undefined);
}
