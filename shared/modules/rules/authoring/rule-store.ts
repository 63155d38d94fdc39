/**
 * Stores rules: a row, a reservation of the ruleId, a listing item, its name and, for an enabled rule, an item for its
 * execution (active-rule-store.ts). A replaced revision is kept (history-store.ts).
 */

import { type Change, type ChangeContext, recordChange, rowChanges } from '../../../kernel/audit/record.ts';
import { subjectOf } from '../../../kernel/auth/run-as.ts';
import { toJson } from '../../../kernel/base/json.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { BodyTooLargeError } from '../../../kernel/errors/errors.ts';
import { maskChanges } from '../../../kernel/secrets/marked.ts';
import { countWrite } from '../../../kernel/table/counters.ts';
import { toListingItem } from '../../../kernel/table/listed-rows.ts';
import { type ListRequest, pageOf } from '../../../kernel/table/listing.ts';
import type { ListingSpec } from '../../../kernel/table/listing-spec.ts';
import { nameWrites, type RowName } from '../../../kernel/table/names.ts';
import {
  listOverOrganizations,
  type VisibleScope,
  visibleScopes,
} from '../../../kernel/table/organizations.ts';
import { batchGetParallel, getItem, type Item } from '../../../kernel/table/read.ts';
import { versionOf } from '../../../kernel/table/schema.ts';
import { type Condition, ifRevision, notExists, transact, type Write } from '../../../kernel/table/write.ts';
import { RuleIdTakenError } from '../errors.ts';
import { activeRuleWrites } from '../execution/active-rule-store.ts';
import { ruleIdKey, ruleKey, ruleListingKey, ruleListPartition, ruleRevisionKey } from '../keys.ts';
import { nextRevision, type StoredRule, writtenBytes } from '../rule.ts';
import type { RuleChange } from './rule-change.ts';
import { type Rule, ruleSecrets } from './rule-fields-contract.ts';
import { ruleLimits } from './rule-limits.ts';
import { ruleEntity as entity, revisionEntity, toLive } from './rule-reader.ts';
import { sealRevision } from './sealed-revision.ts';

// The items of a rule: its row, its listing item and its earlier revisions.

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
    runAs: 'ru',
  },
  searchIn: ['ruleName', 'ruleId'],
  keyOrder: { field: 'priority', direction: 'desc' },
} as const satisfies ListingSpec<string>;
export type RuleListField = keyof typeof ruleListing.attributes;

/** Conditions and actions are stored as JSON text, because DynamoDB documents have at most 32 levels. */
function toItem({ rule, revision, change, oldestRevision, sealedSecrets }: StoredRule): Item & {
  documents: string;
} {
  const { conditionExpression, successActions, failureActions, ...plain } = rule;
  const documents = toJson({ conditionExpression, successActions, failureActions });
  const history = { change, oldestRevision, ...(sealedSecrets !== undefined && { sealedSecrets }) };
  return { ...plain, entity, v: versionOf(entity), rev: revision, ...history, documents };
}

/** Bytes of a row in a response, where Lambda escapes the quotes of the JSON again. */
function sizeOf(item: Item): number {
  return Buffer.byteLength(toJson(item));
}

export interface Deletion {
  deletedAt: string;
  deletedBy: string;
}

/** Who deleted the rule, and when; null for a live rule. */
export const deletionIn = ({ deletedAt, deletedBy }: Item): Deletion | null =>
  deletedAt === undefined ? null : { deletedAt: String(deletedAt), deletedBy: String(deletedBy) };

/** The whole row of a rule, deleted or not. */
const rowItem = (stored: StoredRule, deletion: Deletion | null = null) => ({
  ...ruleKey(stored.rule, stored.rule.id),
  ...toItem(stored),
  ...deletion,
});

/** Throws BodyTooLargeError: a small change can make a rule too large. */
function rowWrite(stored: StoredRule) {
  if (writtenBytes(stored.rule) > ruleLimits.bytes) throw new BodyTooLargeError(ruleLimits.bytes);
  return { put: rowItem(stored) };
}

function listingItem({ rule, revision }: Pick<StoredRule, 'rule' | 'revision'>, bytes: number) {
  const key = ruleListingKey(rule, rule.priority, rule.ruleId);
  const fields = {
    ...rule,
    createdAt: Date.parse(rule.createdAt),
    updatedAt: Date.parse(rule.updatedAt),
    runAs: subjectOf(rule.runAs),
  };
  // Always listing items: few rules are small, and searches read all of them.
  return toListingItem(ruleListing, key, { id: rule.id, bytes, fields, revision });
}

function nameOf(rule: Rule): RowName {
  return { list: ruleListPartition(rule), id: rule.id, name: rule.ruleName, detail: rule.ruleId };
}

/** The writes that keep a replaced, sealed revision and remove the oldest beyond the maximum. */
export function keepRevision(
  before: StoredRule,
  after: Pick<StoredRule, 'oldestRevision'>,
  deletion: Deletion | null = null,
): Write[] {
  const { rule, revision, oldestRevision } = before;
  const item = {
    ...rowItem(before, deletion),
    entity: revisionEntity,
    v: versionOf(revisionEntity),
  };
  const forgotten = after.oldestRevision > oldestRevision ? [oldestRevision] : [];
  return [
    { put: { ...item, ...ruleRevisionKey(rule, rule.id, revision) } },
    ...forgotten.map((oldest) => ({ delete: ruleRevisionKey(rule, rule.id, oldest) })),
  ];
}

function reserveRuleId(rule: Rule): Write {
  return {
    put: { ...ruleIdKey(rule, rule.ruleId), id: rule.id },
    when: notExists,
    otherwise: () => new RuleIdTakenError(rule.ruleId),
  };
}

/** One page of live rules, with the number of matches. */
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
  const keys = visibleScopes(scope).flatMap((home) => ids.map((id) => ruleKey(home, id)));
  const live = (await batchGetParallel(keys)).map(toLive).filter((stored) => stored !== undefined);
  return new Map(live.map((stored) => [stored.rule.id, stored]));
}

/** The id of the live rule with this ruleId, which is unique in the tenant. One GetItem. */
export async function findIdOfRuleId(scope: VisibleScope, ruleId: string): Promise<string | undefined> {
  const reserved = await getItem(ruleIdKey(scope, ruleId));
  return reserved && String(reserved.id);
}

/** One page of a list filtered by ids, read by key and strongly consistent. One BatchGetItem. */
export async function listRulesByIds(
  scope: Scope,
  ids: readonly string[],
  request: ListRequest<RuleListField>,
): Promise<{ rules: Rule[]; total: number }> {
  const found = [...(await findVisibleRules(scope, ids)).values()];
  const { rows, total } = pageOf(ruleListing, found, (stored) => listingItem(stored, 0), request);
  return { rules: rows.map(({ rule }) => rule), total };
}

const unaudited = ['blockedReason'];

/** The event and audit entry of a rule's change. */
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
    changes: maskChanges(ruleSecrets, rowChanges(action, before, after, unaudited)),
  };
}

/**
 * The items of a live rule: its reservation, its listing item, its name, its execution item and its count. Throws
 * BodyTooLargeError.
 */
function liveWrites(stored: StoredRule, row: ReturnType<typeof rowWrite> & { when: Condition }): Write[] {
  const { rule } = stored;
  return [
    row,
    reserveRuleId(rule),
    { put: listingItem(stored, sizeOf(row.put)) },
    ...nameWrites(undefined, nameOf(rule)),
    ...activeRuleWrites(undefined, { stored, documents: row.put.documents }),
    countWrite(ruleListPartition(rule), rule.id, 1),
  ];
}

/** The writes of a new rule. Throws BodyTooLargeError. */
export function insertWrites(stored: StoredRule, context: ChangeContext): Write[] {
  return [
    ...liveWrites(stored, { ...rowWrite(stored), when: notExists }),
    ...recordChange(changeOf('created', undefined, stored.rule, stored.revision), context),
  ];
}

/** Throws RuleIdTakenError, BodyTooLargeError. One transaction. */
export async function insertRule(stored: StoredRule, context: ChangeContext): Promise<void> {
  await transact(insertWrites(stored, context));
}

/**
 * Replaces the rule read as `before` and keeps it in the history. Throws StaleError if the rule has changed
 * since, RuleIdTakenError, BodyTooLargeError.
 */
export async function replaceRule(
  before: StoredRule,
  rule: Rule,
  context: ChangeContext,
  change: Pick<RuleChange, 'action'> & Partial<RuleChange> = { action: 'updated' },
): Promise<StoredRule> {
  const after = nextRevision(before, rule, change);
  const row = { ...rowWrite(after), ...ifRevision(before.revision) };
  const oldKey = ruleListingKey(before.rule, before.rule.priority, before.rule.ruleId);
  const newKey = ruleListingKey(rule, rule.priority, rule.ruleId);
  await transact([
    row,
    // Texts of the same compared form have one key.
    ...(ruleIdKey(rule, rule.ruleId).pk === ruleIdKey(rule, before.rule.ruleId).pk
      ? []
      : [reserveRuleId(rule), { delete: ruleIdKey(rule, before.rule.ruleId) }]),
    ...(oldKey.sk === newKey.sk ? [] : [{ delete: oldKey }]),
    { put: listingItem(after, sizeOf(row.put)) },
    ...nameWrites(nameOf(before.rule), nameOf(rule)),
    ...activeRuleWrites(before.rule, { stored: after, documents: row.put.documents }),
    ...keepRevision(await sealRevision(before), after),
    ...recordChange(changeOf('updated', before.rule, rule, after.revision), context),
  ]);
  return after;
}

/** Marks the rule as deleted and frees its ruleId. Throws StaleError if the rule has changed since it was read. */
export async function removeRule(before: StoredRule, context: ChangeContext): Promise<void> {
  const { rule } = before;
  const after = nextRevision(before, rule, { action: 'deleted' });
  const deletion = {
    deletedAt: toIso(context.nowMs),
    deletedBy: context.principal.subject,
  };
  await transact([
    {
      put: rowItem(await sealRevision(after), deletion),
      ...ifRevision(before.revision),
    },
    { delete: ruleIdKey(rule, rule.ruleId) },
    { delete: ruleListingKey(rule, rule.priority, rule.ruleId) },
    ...nameWrites(nameOf(rule), undefined),
    ...activeRuleWrites(rule, undefined),
    countWrite(ruleListPartition(rule), rule.id, -1),
    ...keepRevision(await sealRevision(before), after),
    ...recordChange(changeOf('deleted', rule, rule, after.revision), context),
  ]);
}

/**
 * Restores the deleted rule read as `before`. Throws RuleIdTakenError if another rule has its ruleId now, and
 * StaleError if the rule has changed since it was read.
 */
export async function restoreRule(
  before: StoredRule,
  deletion: Deletion,
  rule: Rule,
  context: ChangeContext,
): Promise<StoredRule> {
  const after = nextRevision(before, rule, { action: 'restored' });
  const row = { ...rowWrite(after), ...ifRevision(before.revision) };
  await transact([
    ...liveWrites(after, row),
    ...keepRevision(await sealRevision(before), after, deletion),
    ...recordChange(changeOf('restored', undefined, rule, after.revision), context),
  ]);
  return after;
}
