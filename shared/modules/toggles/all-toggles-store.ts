/** Reads all toggles for one tenant. Sends two Queries for any number of toggles up to 1 MB each. */

import type { TenantScope } from '../../kernel/auth/principal.ts';
import { parseJson } from '../../kernel/http/json.ts';
import { isMigrated } from '../../kernel/table/migrated.ts';
import { allOf } from '../../kernel/table/parallel.ts';
import { batchGetParallel, type Item, queryAll } from '../../kernel/table/read.ts';
import { compiledTargeting, definitionOf, type StoredToggle } from './check-store.ts';
import type { CompiledSegments } from './evaluation/evaluate.ts';
import {
  overrideKey,
  overrideListPartition,
  overridesListedKey,
  segmentsSortKey,
  toggleKey,
  toggleListPartition,
} from './keys.ts';
import { compiledSegments } from './segment-store.ts';

/** A toggle with its identifier. */
export interface ListedToggle extends StoredToggle {
  identifier: string;
}

const isSegments = ({ sk }: Item): boolean => sk === segmentsSortKey;

/** Returns the definition in a listing item; undefined for a large toggle that was stored by an earlier version. */
function attributesOf({ id, row, definition }: Item): Item | undefined {
  if (typeof definition === 'object' && definition !== null) return { ...definition };
  return typeof row === 'object' && row !== null ? { ...row, toggleId: id } : undefined;
}

/** Returns, by id, the rows of toggles whose listing items lack the definition. */
async function findRows(listed: readonly Item[]): Promise<Map<string, Item>> {
  const absent = listed.filter((item) => attributesOf(item) === undefined);
  const rows = await batchGetParallel(absent.map(({ id }) => toggleKey(String(id))));
  return new Map(rows.map((row) => [String(row.id), { ...row, toggleId: row.id }]));
}

/** Returns the tenant's own values by slot. Values without a complete listing item of this version are read by key. */
async function findOverrideItems(
  scope: TenantScope,
  listed: readonly Item[],
  slots: readonly string[],
): Promise<Map<string, Item>> {
  const own = new Map(listed.map((item) => [String(item.sk), item]));
  const unknown = (await isMigrated(overridesListedKey))
    ? [...own].flatMap(([slot, item]) => (item.value === undefined ? [slot] : []))
    : slots.filter((slot) => own.get(slot)?.value === undefined);
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
  const rows = await findRows(listed);
  const definitions = listed.flatMap((item) => {
    const attributes = attributesOf(item) ?? rows.get(String(item.id));
    return attributes === undefined
      ? []
      : [{ identifier: String(item.sk), definition: definitionOf(attributes) }];
  });
  const slots = definitions.map(({ definition }) => definition.overrideSlot);
  const own = await findOverrideItems(
    scope,
    ofTenant.filter((item) => !isSegments(item)),
    slots,
  );
  return definitions.map(({ identifier, definition }) => {
    const { overrideSlot: slot, copies: _, ...values } = definition;
    const item = own.get(slot);
    const override = item && {
      value: parseJson(String(item.value)),
      targeting: compiledTargeting(item.targeting),
    };
    return { ...values, identifier, slot, override, segments };
  });
}
