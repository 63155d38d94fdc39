/** The only file that knows how rules lie in the table: a row, a reservation of its ruleId, and a listing item. */
import { type Change, type ChangeContext, differences, recordChange } from '../audit/record.ts';
import { BodyTooLargeError, RuleIdTakenError, StaleError } from '../http/errors.ts';
import { toJson } from '../http/json.ts';
import type { Scope } from '../identity/principal.ts';
import { countWrite } from '../table/counters.ts';
import { ruleIdKey, ruleKey, ruleListingKey, ruleListPartition } from '../table/keys.ts';
import {
  type ListingSpec,
  type ListRequest,
  type ListResult,
  listPage,
  toListingItem,
} from '../table/listing.ts';
import { getItem, type Item } from '../table/read.ts';
import { type Condition, notExists, revisionIs, transact, type Write } from '../table/write.ts';
import { type Rule, ruleFields, ruleLimits } from './contract.ts';
import type { StoredRule } from './rule.ts';

const schemaVersion = 1;

export const ruleListing = {
  attributes: {
    ruleId: 'r',
    ruleName: 'n',
    ruleType: 't',
    ruleCategory: 'c',
    entityType: 'e',
    eventType: 'v',
    enabled: 'a',
    priority: 'p',
    createdAt: 'ca',
    updatedAt: 'ua',
  },
  searchIn: ['ruleName', 'ruleId'],
  keyOrder: { field: 'priority', direction: 'desc' },
} as const satisfies ListingSpec<string>;
export type RuleListField = keyof typeof ruleListing.attributes;

/** Conditions and actions are stored as JSON text: DynamoDB documents nest at most 32 levels deep. */
function toItem({ rule, revision }: StoredRule): Item {
  const { conditionExpression, successActions, failureActions, ...plain } = rule;
  const documents = toJson({ conditionExpression, successActions, failureActions });
  return { ...plain, entity: 'rule', v: schemaVersion, rev: revision, documents };
}

function fromItem(item: Item): StoredRule {
  if (item.entity !== 'rule') throw new Error(`Expected a rule, found ${String(item.entity)}.`);
  const stored: Item = { ...item, ...JSON.parse(String(item.documents)) };
  // In the documented order: DynamoDB keeps none.
  const rule = Object.fromEntries(ruleFields.map((field) => [field, stored[field] ?? null]));
  return { rule: rule as Rule, revision: Number(item.rev) };
}

/** Bytes of a row in an answer, where Lambda escapes the quotes of our JSON once more. */
function sizeOf(item: Item): number {
  return Buffer.byteLength(toJson(item));
}

/** Bytes of the rule as a client would write it: what the service adds, and unset fields, do not count. */
function writtenBytes(rule: Rule): number {
  const { id, tenantId, organizationId, createdAt, updatedAt, createdBy, updatedBy, ...written } = rule;
  const given = Object.entries(written).filter(([, value]) => value !== null);
  return Buffer.byteLength(toJson(Object.fromEntries(given)));
}

/** Throws BodyTooLargeError: a change can make a rule too large although its own body is small. */
function rowWrite(stored: StoredRule, when: Condition) {
  if (writtenBytes(stored.rule) > ruleLimits.bytes) throw new BodyTooLargeError(ruleLimits.bytes);
  const item = toItem(stored);
  return { put: { ...ruleKey(stored.rule, stored.rule.id), ...item }, when };
}

function listingWrite(rule: Rule, bytes: number): Write {
  const key = ruleListingKey(rule, rule.priority, rule.ruleId);
  const fields = {
    ...rule,
    createdAt: Date.parse(rule.createdAt),
    updatedAt: Date.parse(rule.updatedAt),
  };
  return { put: toListingItem(ruleListing, key, { id: rule.id, bytes, fields }) };
}

function reserveRuleId(rule: Rule): Write {
  return {
    put: { ...ruleIdKey(rule, rule.ruleId), id: rule.id },
    when: notExists,
    otherwise: () => new RuleIdTakenError(rule.ruleId),
  };
}

/** The live rule with this id in the scope's visible organizations; undefined for any other. One GetItem per organization. */
export async function findRule(scope: Scope, id: string): Promise<StoredRule | undefined> {
  for (const organizationId of scope.organizationIds) {
    const item = await getItem(ruleKey({ tenantId: scope.tenantId, organizationId }, id));
    if (item !== undefined && item.deletedAt === undefined) return fromItem(item);
  }
  return undefined;
}

/** One page of live rules, and how many match. */
export async function listRules(
  scope: Scope,
  request: ListRequest<RuleListField>,
): Promise<{ rules: Rule[]; total: number }> {
  const { tenantId } = scope;
  const organizationOf = new Map(
    scope.organizationIds.map((organizationId) => [
      ruleListPartition({ tenantId, organizationId }),
      organizationId,
    ]),
  );
  const result: ListResult = await listPage(
    ruleListing,
    [...organizationOf.keys()],
    ({ id, partition }) => ruleKey({ tenantId, organizationId: organizationOf.get(partition) ?? '' }, id),
    request,
  );
  const live = result.rows.filter((item) => item.deletedAt === undefined);
  return { rules: live.map((item) => fromItem(item).rule), total: result.total };
}

/** What a change of a rule tells to other systems and to the audit trail. */
function changeOf(action: string, before: Rule | undefined, after: Rule, version: number): Change {
  const { tenantId, organizationId, id, ruleId, ruleName, entityType, enabled } = after;
  return {
    tenantId,
    organizationId,
    resource: 'business_rules.rule',
    resourceId: id,
    action,
    version,
    data: { ruleId, ruleName, entityType, enabled },
    changes: differences(before ? { ...before } : {}, { ...after }),
  };
}

/** Everything that a new rule adds to the table. Throws BodyTooLargeError. */
export function insertWrites(stored: StoredRule, context: ChangeContext): Write[] {
  const { rule } = stored;
  const row = rowWrite(stored, notExists);
  return [
    reserveRuleId(rule),
    row,
    listingWrite(rule, sizeOf(row.put)),
    countWrite(ruleListPartition(rule), rule.id, 1),
    ...recordChange(changeOf('created', undefined, rule, stored.revision), context),
  ];
}

/** Throws RuleIdTakenError, BodyTooLargeError. One transaction. */
export async function insertRule(stored: StoredRule, context: ChangeContext): Promise<void> {
  await transact(insertWrites(stored, context));
}

/** Replaces the rule read as `before`. Throws StaleError when somebody wrote in between, RuleIdTakenError, BodyTooLargeError. */
export async function replaceRule(
  before: StoredRule,
  rule: Rule,
  context: ChangeContext,
): Promise<StoredRule> {
  const after = { rule, revision: before.revision + 1 };
  const row = rowWrite(after, revisionIs(before.revision));
  const oldKey = ruleListingKey(before.rule, before.rule.priority, before.rule.ruleId);
  const newKey = ruleListingKey(rule, rule.priority, rule.ruleId);
  await transact([
    { ...row, otherwise: () => new StaleError() },
    ...(rule.ruleId === before.rule.ruleId
      ? []
      : [reserveRuleId(rule), { delete: ruleIdKey(rule, before.rule.ruleId) }]),
    ...(oldKey.sk === newKey.sk ? [] : [{ delete: oldKey }]),
    listingWrite(rule, sizeOf(row.put)),
    ...recordChange(changeOf('updated', before.rule, rule, after.revision), context),
  ]);
  return after;
}

/** Marks the rule as deleted and frees its ruleId. Throws StaleError when somebody wrote in between. */
export async function removeRule(before: StoredRule, context: ChangeContext): Promise<void> {
  const { rule, revision } = before;
  const deletedAt = new Date(context.nowMs).toISOString();
  const deletedBy = context.principal.subject;
  await transact([
    {
      put: { ...ruleKey(rule, rule.id), ...toItem({ rule, revision: revision + 1 }), deletedAt, deletedBy },
      when: revisionIs(revision),
      otherwise: () => new StaleError(),
    },
    { delete: ruleIdKey(rule, rule.ruleId) },
    { delete: ruleListingKey(rule, rule.priority, rule.ruleId) },
    countWrite(ruleListPartition(rule), rule.id, -1),
    ...recordChange(changeOf('deleted', rule, rule, revision + 1), context),
  ]);
}
