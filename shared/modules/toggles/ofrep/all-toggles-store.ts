/** Reads all toggles for one tenant. Sends two Queries for any number of toggles up to 1 MB each. */

import { parseJson } from '../../../kernel/base/json.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { batchGetParallel, type Item, queryAll } from '../../../kernel/table/read.ts';
import { compiledTargeting, definitionOf, type StoredToggle } from '../check-store.ts';
import type { CompiledSegments } from '../evaluation/evaluate.ts';
import { overrideKey, overrideListPartition, segmentsSortKey, toggleListPartition } from '../keys.ts';
import { compiledSegments } from '../segment-store.ts';

/** A toggle with its identifier. */
export interface ListedToggle extends StoredToggle {
  identifier: string;
}

const isSegments = ({ sk }: Item): boolean => sk === segmentsSortKey;

/** Returns the definition in a listing item: the row, or, of a large toggle, what evaluations need of it. */
function attributesOf({ id, row, definition }: Item): Item {
  return { ...Object(definition ?? row), toggleId: id };
}

/** Returns the tenant's own values by slot. Values that are too large for a listing item are read by key. */
async function findOverrideItems(scope: TenantScope, listed: readonly Item[]): Promise<Map<string, Item>> {
  const own = new Map(listed.map((item) => [String(item.sk), item]));
  const unknown = [...own].flatMap(([slot, item]) => (item.value === undefined ? [slot] : []));
  const keys = unknown.map((slot) => overrideKey(scope, slot));
  const items = new Map((await batchGetParallel(keys)).map((item) => [String(item.pk), item]));
  for (const slot of unknown) {
    const item = items.get(overrideKey(scope, slot).pk);
    if (item === undefined) own.delete(slot);
    else own.set(slot, item);
  }
  return own;
}

/** Returns all toggles for the tenant, sorted by identifier. Strongly consistent. */
export async function findAllToggles(scope: TenantScope): Promise<ListedToggle[]> {
  const [all, ofTenant] = await allOf([
    queryAll({ pk: toggleListPartition, consistent: true }),
    queryAll({ pk: overrideListPartition(scope), consistent: true }),
  ]);
  const segments: readonly CompiledSegments[] = [
    compiledSegments(all.find(isSegments)),
    compiledSegments(ofTenant.find(isSegments)),
  ];
  const listed = all.filter((item) => !isSegments(item));
  const definitions = listed.map((item) => ({
    identifier: String(item.sk),
    definition: definitionOf(attributesOf(item)),
  }));
  const own = await findOverrideItems(
    scope,
    ofTenant.filter((item) => !isSegments(item)),
  );
  const needed = new Map<string, ListedToggle>();
  for (const { identifier, definition } of definitions) {
    const item = own.get(definition.slot);
    const override = item && {
      value: parseJson(String(item.value)),
      targeting: compiledTargeting(item.targeting),
    };
    needed.set(identifier, { ...definition, identifier, override, segments, needed });
  }
  return [...needed.values()];
}
