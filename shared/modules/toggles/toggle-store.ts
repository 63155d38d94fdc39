/**
 * Stores toggles: a row under the id, the definition under the identifier, which checks read and which reserves the
 * identifier, and a listing item.
 */

import {
  type ChangeContext,
  changeOf,
  deletionOf,
  type RecordedKind,
  recordChange,
} from '../../kernel/audit/record.ts';
import { parseJson, toJson } from '../../kernel/base/json.ts';
import { toIso } from '../../kernel/base/times.ts';
import { countWrite } from '../../kernel/table/counters.ts';
import { ConditionFailedError } from '../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import type { Key } from '../../kernel/table/keys.ts';
import { type ListingItem, readListedRows, toListingItem } from '../../kernel/table/listed-rows.ts';
import { type ListRequest, listPage, pageOf } from '../../kernel/table/listing.ts';
import type { ListingSpec } from '../../kernel/table/listing-spec.ts';
import { nameWrites, type RowName } from '../../kernel/table/names.ts';
import { batchGet, getItem, type Item, queryAll } from '../../kernel/table/read.ts';
import { type Condition, ifRevision, notExists, transact, type Write } from '../../kernel/table/write.ts';
import { ToggleIdentifierTakenError } from './errors.ts';
import { noTargeting, type Targeting } from './evaluation/rule.ts';
import {
  markChange,
  segmentsSortKey,
  toggleIdentifierKey,
  toggleKey,
  toggleListingKey,
  toggleListPartition,
} from './keys.ts';
import { transactUnlessNeeded } from './prerequisites/prerequisite-store.ts';
import type { ToggleRow } from './toggle.ts';

// Targeting is stored as JSON text, because documents of DynamoDB nest at most 32 levels deep.

/** Returns the attribute of an item; empty without targeting. */
export const targetingText = (targeting: Targeting | undefined): { targeting?: string } =>
  targeting === undefined ? {} : { targeting: toJson(targeting) };

/** Returns the field of a row. */
export const toTargeting = ({ targeting }: Item): { targeting?: Targeting } =>
  targeting === undefined ? {} : { targeting: parseJson(String(targeting)) };

type Extras = Pick<ToggleRow, 'prerequisites' | 'metadata'>;

/** Returns the attributes of an item, as JSON text; empty without prerequisites and metadata. */
const extraTexts = ({ prerequisites, metadata }: Extras): Record<string, string> => ({
  ...(prerequisites !== undefined && { prerequisites: toJson(prerequisites) }),
  ...(metadata !== undefined && { metadata: toJson(metadata) }),
});

/** Returns the fields of a row. */
export const toExtras = ({ prerequisites, metadata }: Item): Extras => ({
  ...(prerequisites !== undefined && { prerequisites: parseJson(String(prerequisites)) }),
  ...(metadata !== undefined && { metadata: parseJson(String(metadata)) }),
});

export const toggleEntity = 'toggle';

const toggleListing = {
  attributes: {
    id: 'id',
    identifier: 'i',
    name: 'n',
    description: 'd',
    category: 'c',
    type: 't',
    createdAt: 'ca',
    updatedAt: 'ua',
  },
  searchIn: ['identifier', 'name', 'description', 'category'],
  filterModes: { identifier: 'contains', name: 'contains', category: 'contains' },
  keyOrder: { field: 'identifier', direction: 'asc' },
  startsAfter: segmentsSortKey,
} as const satisfies ListingSpec<string>;
export type ToggleListField = keyof typeof toggleListing.attributes;

/** The condition for an identifier that a rename released. Other toggles may use it, but not its override slot. */
const isFree: Condition = { expression: 'attribute_exists(givenUp)' };
const isFreeOrNew: Condition = { expression: 'attribute_not_exists(pk) OR attribute_exists(givenUp)' };

/** The default is stored as JSON text: DynamoDB documents nest at most 32 levels deep. */
function rowItem({ revision, ...row }: ToggleRow) {
  const { id, defaultValue, targeting } = row;
  const texts = { defaultValue: toJson(defaultValue), ...targetingText(targeting), ...extraTexts(row) };
  return toItem(toggleKey(id), toggleEntity, { ...row, ...texts }, { revision });
}

function toRow(item: Item): ToggleRow {
  const row = fromItem<ToggleRow>(item, toggleEntity);
  return {
    ...row,
    defaultValue: parseJson(String(row.defaultValue)),
    ...toTargeting(item),
    ...toExtras(item),
  };
}

/** Returns the definition, which checks read. */
function definitionOf({ id, type, defaultValue, overrideSlot, targeting, ...row }: ToggleRow) {
  const definition = { toggleId: id, type, defaultValue: toJson(defaultValue), overrideSlot };
  return { ...definition, ...targetingText(targeting), ...extraTexts(row) };
}

const identifierItem = (row: ToggleRow): Key & Item =>
  toItem(toggleIdentifierKey(row.identifier), 'toggle_identifier', definitionOf(row), row);

const releaseIdentifier = ({ id, identifier }: ToggleRow): Write => ({
  put: toItem(toggleIdentifierKey(identifier), 'toggle_identifier', { toggleId: id, givenUp: true }),
});

function reserveIdentifier(row: ToggleRow, when: Condition): Write {
  const taken = () => new ToggleIdentifierTakenError(row.identifier);
  return {
    put: identifierItem(row),
    when,
    otherwise: (item) => (item?.givenUp ? new ConditionFailedError(item, undefined) : taken()),
  };
}

function listingItem(row: ToggleRow) {
  const { id, identifier } = row;
  const fields = { ...row, createdAt: Date.parse(row.createdAt), updatedAt: Date.parse(row.updatedAt) };
  const item = rowItem(row);
  const listed = { id, bytes: Buffer.byteLength(toJson(item)), fields, revision: row.revision, row: item };
  const listing = toListingItem(toggleListing, toggleListingKey(identifier), listed);
  // The evaluation of all toggles reads only listing items.
  return listing.row === undefined ? { ...listing, definition: definitionOf(row) } : listing;
}

const nameOf = ({ id, name, identifier }: ToggleRow): RowName => ({
  list: toggleListPartition,
  ...{ id, name, detail: identifier, isFoundByDetail: true },
});

const listingWrite = (row: ToggleRow): Write => ({ put: listingItem(row) });

const toggles: RecordedKind<ToggleRow> = {
  name: 'feature_toggles.toggle',
  eventData: ({ identifier, name, type, defaultValue }) => ({ identifier, name, type, defaultValue }),
  // By their names in requests, and with the values that responses have without any.
  audited: ({
    revision,
    overrideSlot,
    prerequisites = [],
    metadata = {},
    targeting = noTargeting,
    ...shown
  }) => ({ ...shown, prerequisites, metadata, ...targeting }),
};

/** Returns the toggle; undefined if it does not exist or was deleted. */
export async function findToggle(id: string): Promise<ToggleRow | undefined> {
  const item = await getItem(toggleKey(id));
  return item === undefined || item.deletedAt !== undefined ? undefined : toRow(item);
}

/** Returns the existing toggles with these ids, by id. Sends one BatchGetItem per 100. */
export async function findToggles(ids: readonly string[]): Promise<Map<string, ToggleRow>> {
  const items = await batchGet(ids.map(toggleKey));
  const live = items.filter(({ deletedAt }) => deletedAt === undefined).map(toRow);
  return new Map(live.map((toggle) => [toggle.id, toggle]));
}

/** Returns one page of existing toggles and the number of matches. With `ids`, toggles are read by key. */
export async function listToggles(
  request: ListRequest<ToggleListField>,
): Promise<{ items: ToggleRow[]; total: number }> {
  if (request.ids !== undefined) {
    const named = [...(await findToggles([...request.ids])).values()];
    const { rows: items, total } = pageOf(toggleListing, named, listingItem, request);
    return { items, total };
  }
  const { rows, total } = await listPage(
    toggleListing,
    [toggleListPartition],
    ({ id }) => toggleKey(id),
    request,
  );
  return { items: rows.filter(({ deletedAt }) => deletedAt === undefined).map(toRow), total };
}

/** Returns all existing toggles that match, in the order of the request. */
export async function allToggles(request: ListRequest<ToggleListField>): Promise<ToggleRow[]> {
  const items = await queryAll({ pk: toggleListPartition, after: segmentsSortKey, consistent: true });
  const named = items.filter(({ id }) => request.ids?.has(String(id)) ?? true);
  const rows = await readListedRows(named as ListingItem[], ({ id }) => toggleKey(id), {});
  const live = rows.filter(({ deletedAt }) => deletedAt === undefined).map(toRow);
  const everything = { ...request, page: 1, pageSize: live.length };
  return pageOf(toggleListing, live, listingItem, everything).rows;
}

/** Builds the writes of a new toggle. */
export function insertWrites(
  row: ToggleRow,
  when: Condition,
  context: ChangeContext,
  otherWrites: readonly Write[] = [],
): Write[] {
  return [
    reserveIdentifier(row, when),
    { put: rowItem(row), when: notExists },
    listingWrite(row),
    ...nameWrites(undefined, nameOf(row)),
    countWrite(toggleListPartition, row.id, 1),
    ...otherWrites,
    markChange(null, row.id),
    ...recordChange(changeOf(toggles, 'created', undefined, row), context),
  ];
}

/**
 * Throws ToggleIdentifierTakenError. Sends one transaction, and a second one if the identifier was released by a rename:
 * the renamed toggle keeps its override slot, so the new toggle uses its id as slot.
 */
export async function insertToggle(
  row: ToggleRow,
  context: ChangeContext,
  otherWrites: readonly Write[] = [],
): Promise<void> {
  try {
    await transact(insertWrites(row, notExists, context, otherWrites));
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    await transact(insertWrites({ ...row, overrideSlot: row.id }, isFree, context, otherWrites));
  }
}

const atRevision = ({ revision }: ToggleRow) => ({
  ...ifRevision(revision),
});

/**
 * Replaces the toggle `before`. The transaction includes `otherWrites`. Throws ToggleIdentifierTakenError, for a new
 * identifier ToggleNeededError, and StaleError if another writer has changed the toggle.
 */
export async function replaceToggle(
  before: ToggleRow,
  after: ToggleRow,
  context: ChangeContext,
  otherWrites: readonly Write[] = [],
): Promise<void> {
  const isRenamed = before.identifier !== after.identifier;
  const writes = [
    { put: rowItem(after), ...atRevision(before) },
    ...(isRenamed
      ? [
          reserveIdentifier(after, isFreeOrNew),
          releaseIdentifier(before),
          { delete: toggleListingKey(before.identifier) },
        ]
      : [{ put: identifierItem(after) }]),
    listingWrite(after),
    ...nameWrites(nameOf(before), nameOf(after)),
    ...otherWrites,
    markChange(null, after.id),
    ...recordChange(changeOf(toggles, 'updated', before, after), context),
  ];
  await (isRenamed ? transactUnlessNeeded(before, writes) : transact(writes));
}

/**
 * Marks the toggle as deleted; its identifier stays reserved. Throws ToggleNeededError, and StaleError if another writer
 * has changed it.
 */
export async function removeToggle(
  before: ToggleRow,
  context: ChangeContext,
  otherWrites: readonly Write[] = [],
): Promise<void> {
  const after = { ...before, revision: before.revision + 1 };
  const deletedAt = toIso(context.nowMs);
  await transactUnlessNeeded(before, [
    { put: { ...rowItem(after), deletedAt }, ...atRevision(before) },
    { put: { ...identifierItem(after), deletedAt } },
    { delete: toggleListingKey(before.identifier) },
    ...nameWrites(nameOf(before), undefined),
    countWrite(toggleListPartition, before.id, -1),
    ...otherWrites,
    markChange(null, before.id),
    ...recordChange(deletionOf(toggles, before), context),
  ]);
}
