/** Stores rule sets: a row with its members, a reservation of its setId, a listing item. */

import { type Change, type ChangeContext, differences, recordChange } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { countWrite } from '../../../kernel/table/counters.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { toListingItem } from '../../../kernel/table/listed-rows.ts';
import { type ListRequest, pageOf } from '../../../kernel/table/listing.ts';
import type { ListingSpec } from '../../../kernel/table/listing-spec.ts';
import {
  findInOrganizations,
  listOverOrganizations,
  type VisibleScope,
  visibleScopes,
} from '../../../kernel/table/organizations.ts';
import { batchGet, batchGetParallel, type Item } from '../../../kernel/table/read.ts';
import { ifRevision, notExists, transact, type Write } from '../../../kernel/table/write.ts';
import type { RuleType } from '../authoring/rule-fields-contract.ts';
import { RuleSetIdTakenError } from '../errors.ts';
import { ruleKey, ruleSetIdKey, ruleSetKey, ruleSetListingKey, ruleSetListPartition } from '../keys.ts';
import type { StoredSet } from './rule-set.ts';

const entity = 'rule_set';

const setListing = {
  attributes: { setId: 's', setName: 'n', enabled: 'a', createdAt: 'ca', updatedAt: 'ua' },
  searchIn: ['setName', 'setId'],
  filterModes: { setId: 'contains' },
  keyOrder: { field: 'setId', direction: 'asc' },
} as const satisfies ListingSpec<string>;
export type SetListField = keyof typeof setListing.attributes;

const toLive = (item: Item): StoredSet | undefined =>
  item.deletedAt === undefined ? fromItem<StoredSet>(item, entity) : undefined;

function rowWrite({ revision, ...set }: StoredSet) {
  return { put: toItem(ruleSetKey(set, set.id), entity, set, { revision }) };
}

function listingItem(set: StoredSet) {
  const { id, setId, setName, enabled, members } = set;
  const times = { createdAt: Date.parse(set.createdAt), updatedAt: Date.parse(set.updatedAt) };
  const fields = { setId, setName, enabled, ...times };
  const bytes = 2_000 + (set.description?.length ?? 0) + members.length * 200;
  const { put: row } = rowWrite(set);
  const listed = { id, bytes, fields, revision: set.revision, row };
  return toListingItem(setListing, ruleSetListingKey(set, setId), listed);
}

const listingWrite = (set: StoredSet): Write => ({ put: listingItem(set) });

const reserve = (set: StoredSet): Write => ({
  put: { ...ruleSetIdKey(set, set.setId), id: set.id },
  when: notExists,
  otherwise: () => new RuleSetIdTakenError(set.setId),
});

function changeOf(action: Change['action'], before: StoredSet | undefined, after: StoredSet): Change {
  const { id, tenantId, organizationId, setId, setName, enabled, members } = after;
  const shown = ({ revision, ...set }: StoredSet) => ({ ...set });
  return {
    tenantId,
    organizationId,
    resource: 'business_rules.set',
    resourceId: id,
    action,
    version: after.revision,
    data: { setId, setName, enabled, ruleIds: members.map(({ ruleId }) => ruleId) },
    changes: differences(before ? shown(before) : {}, shown(after)),
  };
}

/** The live set with this id in the scope's visible organizations. One GetItem per organization. */
export async function findSet(scope: VisibleScope, id: string): Promise<StoredSet | undefined> {
  return findInOrganizations(scope, (at) => ruleSetKey(at, id), toLive);
}

/**
 * One page of live sets, with the number of matches. Sets selected by ids are read by key, strongly
 * consistent.
 */
export async function listSets(
  scope: Scope,
  request: ListRequest<SetListField>,
): Promise<{ items: StoredSet[]; total: number }> {
  if (request.ids !== undefined) {
    const ids = [...request.ids];
    const keys = visibleScopes(scope).flatMap((home) => ids.map((id) => ruleSetKey(home, id)));
    const named = (await batchGetParallel(keys)).map(toLive).filter((set) => set !== undefined);
    const { rows: items, total } = pageOf(setListing, named, listingItem, request);
    return { items, total };
  }
  const { rows, total } = await listOverOrganizations(
    setListing,
    scope,
    ruleSetListPartition,
    ruleSetKey,
    request,
  );
  return { items: rows.map(toLive).filter((set) => set !== undefined), total };
}

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

/** Throws RuleSetIdTakenError. One transaction. */
export async function insertSet(set: StoredSet, context: ChangeContext): Promise<void> {
  await transact([
    reserve(set),
    { ...rowWrite(set), when: notExists },
    listingWrite(set),
    countWrite(ruleSetListPartition(set), set.id, 1),
    ...recordChange(changeOf('created', undefined, set), context),
  ]);
}

/** Throws StaleError if another writer was first, RuleSetIdTakenError. */
export async function replaceSet(before: StoredSet, after: StoredSet, context: ChangeContext): Promise<void> {
  const moves = before.setId !== after.setId;
  await transact([
    { ...rowWrite(after), ...ifRevision(before.revision) },
    ...(ruleSetIdKey(before, before.setId).pk === ruleSetIdKey(after, after.setId).pk
      ? []
      : [reserve(after), { delete: ruleSetIdKey(before, before.setId) }]),
    ...(moves ? [{ delete: ruleSetListingKey(before, before.setId) }] : []),
    listingWrite(after),
    ...recordChange(changeOf('updated', before, after), context),
  ]);
}

/** Marks the set as deleted and frees its setId. Throws StaleError if another writer was first. */
export async function removeSet(set: StoredSet, context: ChangeContext): Promise<void> {
  const deleted = { ...set, revision: set.revision + 1 };
  const { put } = rowWrite(deleted);
  const marks = { deletedAt: toIso(context.nowMs), deletedBy: context.principal.subject };
  await transact([
    { put: { ...put, ...marks }, ...ifRevision(set.revision) },
    { delete: ruleSetIdKey(set, set.setId) },
    { delete: ruleSetListingKey(set, set.setId) },
    countWrite(ruleSetListPartition(set), set.id, -1),
    ...recordChange(changeOf('deleted', set, deleted), context),
  ]);
}
