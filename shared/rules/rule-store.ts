/**
 * How rules lie in the table: a row, a reservation of its ruleId, a listing item, and while it is enabled an item for
 * its execution (active-rule-store.ts).
 */
import { type Change, type ChangeContext, differences, recordChange } from '../audit/record.ts';
import { BodyTooLargeError, RuleIdTakenError, StaleError } from '../http/errors.ts';
import { toJson } from '../http/json.ts';
import type { Scope } from '../identity/principal.ts';
import { countWrite } from '../table/counters.ts';
import { type RowScope, ruleIdKey, ruleKey, ruleListingKey, ruleListPartition } from '../table/keys.ts';
import { type ListingSpec, type ListRequest, pageOf, toListingItem } from '../table/listing.ts';
import {
  findInOrganizations,
  listOverOrganizations,
  type VisibleScope,
  visiblePlaces,
} from '../table/organizations.ts';
import { batchGet, batchGetParallel, getItem, type Item } from '../table/read.ts';
import { versionOf } from '../table/schema.ts';
import { type Condition, notExists, revisionIs, transact, type Write } from '../table/write.ts';
import { activeRuleWrites } from './active-rule-store.ts';
import { type Rule, ruleFields, ruleLimits } from './contract.ts';
import type { StoredRule } from './rule.ts';

const ruleListing = {
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
function toItem({ rule, revision }: StoredRule): Item & { documents: string } {
  const { conditionExpression, successActions, failureActions, ...plain } = rule;
  const documents = toJson({ conditionExpression, successActions, failureActions });
  return { ...plain, entity: 'rule', v: versionOf('rule'), rev: revision, documents };
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

function listingItem(rule: Rule, bytes: number) {
  const key = ruleListingKey(rule, rule.priority, rule.ruleId);
  const fields = {
    ...rule,
    createdAt: Date.parse(rule.createdAt),
    updatedAt: Date.parse(rule.updatedAt),
  };
  return toListingItem(ruleListing, key, { id: rule.id, bytes, fields });
}

function reserveRuleId(rule: Rule): Write {
  return {
    put: { ...ruleIdKey(rule, rule.ruleId), id: rule.id },
    when: notExists,
    otherwise: () => new RuleIdTakenError(rule.ruleId),
  };
}

const toLive = (item: Item): StoredRule | undefined =>
  item.deletedAt === undefined ? fromItem(item) : undefined;

/** The live rule with this id in the scope's visible organizations; undefined for any other. One GetItem per organization. */
export async function findRule(scope: VisibleScope, id: string): Promise<StoredRule | undefined> {
  return findInOrganizations(scope, (at) => ruleKey(at, id), toLive);
}

/** The live rules with these ids in one organization, in no particular order. One BatchGetItem per 100. */
export async function findRules(place: RowScope, ids: readonly string[]): Promise<StoredRule[]> {
  const items = await batchGet(ids.map((id) => ruleKey(place, id)));
  return items.map(toLive).filter((stored) => stored !== undefined);
}

/** One page of live rules, and how many match. */
export async function listRules(
  scope: Scope,
  request: ListRequest<RuleListField>,
): Promise<{ rules: Rule[]; total: number }> {
  const { rows, total } = await listOverOrganizations(
    ruleListing,
    scope,
    ruleListPartition,
    ruleKey,
    request,
  );
  const live = rows.map(toLive).filter((stored) => stored !== undefined);
  return { rules: live.map(({ rule }) => rule), total };
}

/** The live rules with these ids in all visible organizations, by id. One BatchGetItem per 100 ids and organization. */
export async function findVisibleRules(
  scope: VisibleScope,
  ids: readonly string[],
): Promise<Map<string, StoredRule>> {
  const keys = visiblePlaces(scope).flatMap((place) => ids.map((id) => ruleKey(place, id)));
  const live = (await batchGetParallel(keys)).map(toLive).filter((stored) => stored !== undefined);
  return new Map(live.map((stored) => [stored.rule.id, stored]));
}

/** The id of the live rule with this ruleId, which is unique in the tenant. One GetItem. */
export async function findIdOfRuleId(scope: VisibleScope, ruleId: string): Promise<string | undefined> {
  const reserved = await getItem(ruleIdKey(scope, ruleId));
  return reserved && String(reserved.id);
}

/** One page of a list of named rules, read by key and strongly consistent. One BatchGetItem. */
export async function listRulesByIds(
  scope: Scope,
  ids: readonly string[],
  request: ListRequest<RuleListField>,
): Promise<{ rules: Rule[]; total: number }> {
  const found = [...(await findVisibleRules(scope, ids)).values()];
  const candidates = found.map(({ rule }) => ({ row: rule, listing: listingItem(rule, 0) }));
  const { rows, total } = pageOf(ruleListing, candidates, request);
  return { rules: rows, total };
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
    { put: listingItem(rule, sizeOf(row.put)) },
    ...activeRuleWrites(undefined, { stored, documents: row.put.documents }),
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
    { put: listingItem(rule, sizeOf(row.put)) },
    ...activeRuleWrites(before.rule, { stored: after, documents: row.put.documents }),
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
    ...activeRuleWrites(rule, undefined),
    countWrite(ruleListPartition(rule), rule.id, -1),
    ...recordChange(changeOf('deleted', rule, rule, revision + 1), context),
  ]);
}
