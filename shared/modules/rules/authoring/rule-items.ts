/** The items of a rule: its row, its listing item and its earlier revisions. */
import { BodyTooLargeError } from '../../../kernel/errors/errors.ts';
import { toJson } from '../../../kernel/http/json.ts';
import { toListingItem } from '../../../kernel/table/listed-rows.ts';
import type { ListingSpec } from '../../../kernel/table/listing-spec.ts';
import type { Item } from '../../../kernel/table/read.ts';
import { versionOf } from '../../../kernel/table/schema.ts';
import type { Condition, Write } from '../../../kernel/table/write.ts';
import { type Rule, ruleFields, ruleLimits } from '../contract.ts';
import { ruleKey, ruleListingKey, ruleRevisionKey } from '../keys.ts';
import type { StoredRule } from '../rule.ts';
import type { RuleChange } from './rule-change.ts';

const entity = 'rule';
const revisionEntity = 'rule_revision';

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

/** Fields that are not stored while they have these values. */
const defaults: Readonly<Partial<Record<string, unknown>>> = { missingFieldPolicy: 'ignore' };

/** Conditions and actions are stored as JSON text: DynamoDB documents nest at most 32 levels deep. */
function toItem({ rule, revision, change, oldestRevision }: StoredRule): Item & { documents: string } {
  const { conditionExpression, successActions, failureActions, ...plain } = rule;
  const documents = toJson({ conditionExpression, successActions, failureActions });
  const given = Object.entries(plain).filter(([name, value]) => value !== null && value !== defaults[name]);
  // What readers know without it is not stored: most new rules are then written for one unit.
  const history = {
    ...(revision > 1 && { change }),
    ...(oldestRevision !== revision && { oldestRevision }),
  };
  return { ...Object.fromEntries(given), entity, v: versionOf(entity), rev: revision, ...history, documents };
}

/** The first revision does not say what made it, nor do rules of before, whose history begins with them. */
export function changeIn({ change, rev }: Item): RuleChange {
  const unknown = {
    action: rev === 1 ? 'created' : 'updated',
    changedFields: [],
    restoredFrom: null,
  } as const;
  return typeof change === 'object' && change !== null ? { ...unknown, ...change } : unknown;
}

/** The rule in its row or in an item of its history. */
export function fromItem(item: Item): StoredRule {
  if (item.entity !== entity && item.entity !== revisionEntity)
    throw new Error(`Expected a rule, found ${String(item.entity)}.`);
  const stored: Item = { ...item, ...JSON.parse(String(item.documents)) };
  // In the documented order: DynamoDB keeps none.
  const rule = Object.fromEntries(
    ruleFields.map((field) => [field, stored[field] ?? defaults[field] ?? null]),
  );
  const revision = Number(item.rev);
  const oldestRevision = Number(item.oldestRevision ?? revision);
  return { rule: rule as Rule, revision, change: changeIn(item), oldestRevision };
}

/** Bytes of a row in an answer, where Lambda escapes the quotes of our JSON once more. */
export function sizeOf(item: Item): number {
  return Buffer.byteLength(toJson(item));
}

/** Bytes of the rule as a client would write it: what the service adds, unset fields and defaults do not count. */
function writtenBytes(rule: Rule): number {
  const { id, tenantId, organizationId, createdAt, updatedAt, createdBy, updatedBy, ...written } = rule;
  const given = Object.entries(written).filter(([name, value]) => value !== null && value !== defaults[name]);
  return Buffer.byteLength(toJson(Object.fromEntries(given)));
}

export interface Deletion {
  deletedAt: string;
  deletedBy: string;
}

/** Who deleted the rule in an item, and when; null for a live one. */
export const deletionIn = ({ deletedAt, deletedBy }: Item): Deletion | null =>
  deletedAt === undefined ? null : { deletedAt: String(deletedAt), deletedBy: String(deletedBy) };

/** The whole row of a rule, deleted or not. */
export const rowItem = (stored: StoredRule, deletion: Deletion | null = null) => ({
  ...ruleKey(stored.rule, stored.rule.id),
  ...toItem(stored),
  ...deletion,
});

/** Throws BodyTooLargeError: a change can make a rule too large although its own body is small. */
export function rowWrite(stored: StoredRule, when: Condition) {
  if (writtenBytes(stored.rule) > ruleLimits.bytes) throw new BodyTooLargeError(ruleLimits.bytes);
  return { put: rowItem(stored), when };
}

export function listingItem({ rule, revision }: Pick<StoredRule, 'rule' | 'revision'>, bytes: number) {
  const key = ruleListingKey(rule, rule.priority, rule.ruleId);
  const fields = {
    ...rule,
    createdAt: Date.parse(rule.createdAt),
    updatedAt: Date.parse(rule.updatedAt),
  };
  // Never the row: few rules are small, and searches read the listing items of all.
  return toListingItem(ruleListing, key, { id: rule.id, bytes, fields, revision });
}

/** The writes that keep a revision when the next one replaces it, and forget the oldest beyond the limit. */
export function keepRevision(
  before: StoredRule,
  after: Pick<StoredRule, 'oldestRevision'>,
  deletion: Deletion | null = null,
): Write[] {
  const { rule, revision, oldestRevision } = before;
  const item = { ...rowItem(before, deletion), entity: revisionEntity, v: versionOf(revisionEntity) };
  const forgotten = after.oldestRevision > oldestRevision ? [oldestRevision] : [];
  return [
    { put: { ...item, ...ruleRevisionKey(rule, rule.id, revision) } },
    ...forgotten.map((oldest) => ({ delete: ruleRevisionKey(rule, rule.id, oldest) })),
  ];
}
