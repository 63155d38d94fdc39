/**
 * The index of enabled rules. Each enabled rule has a small item in the partition of its entity type, written
 * in the rule's transaction, so that one Query finds all rules of an execution in order. The item of a small
 * rule contains the whole rule.
 */
import { subjectOf } from '../../../kernel/auth/run-as.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { type Item, queryPages } from '../../../kernel/table/read.ts';
import { versionOf } from '../../../kernel/table/schema.ts';
import type { Write } from '../../../kernel/table/write.ts';
import type { Rule } from '../authoring/rule-fields-contract.ts';
import type { RuleHead } from '../authoring/rule-head.ts';
import type { RuleType } from '../authoring/rule-limits.ts';
import { activeRuleKey, activeRulePartition } from '../keys.ts';
import type { StoredRule } from '../rule.ts';

const entity = 'active_rule';

/**
 * Longer documents are read from the rule's row unless the compiled rule is cached, as it is for most
 * executions.
 */
const inlineBytes = 1_024;

function toItem({ rule, revision }: StoredRule, documents: string): Item {
  return {
    entity,
    v: versionOf(entity),
    rev: revision,
    id: rule.id,
    r: rule.ruleId,
    n: rule.ruleName,
    t: rule.ruleType,
    e: rule.eventType ?? undefined,
    from: rule.effectiveFrom ?? undefined,
    to: rule.effectiveTo ?? undefined,
    m: rule.missingFieldPolicy === 'fail' ? 'fail' : undefined,
    p: rule.priority,
    a: subjectOf(rule.runAs),
    h: rule.runAs.tenantId === rule.tenantId ? undefined : rule.runAs.tenantId,
    b: rule.blockedReason === null ? undefined : true,
    d: Buffer.byteLength(documents) <= inlineBytes ? documents : undefined,
  };
}

/** The tenant of the user or key; null is stored for a key of the platform. */
const homeIn = ({ h }: Item, tenantId: string): string | null =>
  h === undefined ? tenantId : h === null ? null : String(h);

function toHead(item: Item, { tenantId }: RowScope, entityType: string): RuleHead {
  if (item.entity !== entity) throw new Error(`Expected ${entity}, found ${String(item.entity)}.`);
  const textOrNull = (name: string) => (item[name] as string | undefined) ?? null;
  return {
    id: String(item.id),
    revision: Number(item.rev),
    ruleId: String(item.r),
    ruleName: String(item.n),
    ruleType: item.t as RuleType,
    entityType,
    eventType: textOrNull('e'),
    effectiveFrom: textOrNull('from'),
    effectiveTo: textOrNull('to'),
    missingFieldPolicy: item.m === 'fail' ? 'fail' : 'ignore',
    priority: Number(item.p),
    runAs: { subject: String(item.a), tenantId: homeIn(item, tenantId) },
    isBlocked: item.b === true,
    documents: item.d as string | undefined,
  };
}

const keyOf = (rule: Rule) => activeRuleKey(rule, rule);

/** The index writes of a rule's change; `before` is undefined for a new rule, `after` for a deleted one. */
export function activeRuleWrites(
  before: Rule | undefined,
  after: { stored: StoredRule; documents: string } | undefined,
): Write[] {
  const oldKey = before?.enabled ? keyOf(before) : undefined;
  const newKey = after?.stored.rule.enabled ? keyOf(after.stored.rule) : undefined;
  const moves = oldKey !== undefined && (oldKey.pk !== newKey?.pk || oldKey.sk !== newKey.sk);
  return [
    ...(moves ? [{ delete: oldKey }] : []),
    ...(newKey && after ? [{ put: { ...newKey, ...toItem(after.stored, after.documents) } }] : []),
  ];
}

/**
 * The enabled rules of an entity type that `accepts` selects, in order of execution. One Query per MB,
 * strongly consistent, so that a rule that was just disabled does not run. Stops after `limit`.
 */
export async function findActiveRules(
  scope: RowScope,
  entityType: string,
  accepts: (head: RuleHead) => boolean,
  limit: number,
): Promise<RuleHead[]> {
  const found: RuleHead[] = [];
  const pk = activeRulePartition(scope, entityType);
  for await (const page of queryPages({ pk, consistent: true })) {
    found.push(...page.map((item) => toHead(item, scope, entityType)).filter(accepts));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}
