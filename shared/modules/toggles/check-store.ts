/** Reads toggles for checks, strongly consistent. */

import { parseJson } from '../../kernel/base/json.ts';
import type { TenantScope } from '../../kernel/base/principal.ts';
import { CompiledCache } from '../../kernel/conditions/compiled-cache.ts';
import { fromItem } from '../../kernel/table/item.ts';
import type { Item } from '../../kernel/table/read.ts';
import type { StoredValues } from './check.ts';
import { type CompiledSegments, type CompiledTargeting, compileTargeting } from './evaluation/evaluate.ts';
import { overrideKey, segmentsKey, toggleIdentifierKey } from './keys.ts';
import { batchGetOnce, itemFinder, toOverride } from './override-store.ts';
import { compiledSegments } from './segment-store.ts';
import { identifierPattern, toggleTypes } from './toggle-contract.ts';

/** A stored toggle for checks and evaluations. */
export interface StoredToggle extends StoredValues {
  /** Identifies the toggle in keys of overrides and in hashes. */
  slot: string;
  /** Global segments and segments of the tenant; empty if no rule uses segments. */
  segments: readonly CompiledSegments[];
}

/** The definition of a toggle, which checks read. */
type Definition = Omit<StoredValues, 'override'> & { slot: string };

function toDefinition(item: Item | undefined): Definition | undefined {
  if (item === undefined || item.deletedAt !== undefined || item.givenUp !== undefined) return undefined;
  return definitionOf(fromItem<Item>(item, String(item.entity)));
}

/** Converts the attributes of an item to a definition. */
export function definitionOf(attributes: Item): Definition {
  const { toggleId, type, defaultValue, overrideSlot } = attributes;
  return {
    toggleId: String(toggleId),
    type: toggleTypes.find((one) => one === type) ?? 'json',
    slot: String(overrideSlot),
    defaultValue: parseJson(String(defaultValue)),
    targeting: compiledTargeting(attributes.targeting),
  };
}

const compiled = new CompiledCache<CompiledTargeting>();

/** Compiles stored targeting. The cache key is its text, so that the same rules are compiled once for all tenants. */
export function compiledTargeting(text: unknown): CompiledTargeting | undefined {
  if (typeof text !== 'string') return undefined;
  return compiled.find(text) ?? compiled.keep(text, compileTargeting(parseJson(text)), text.length);
}

function ownValueOf(item: Item | undefined): StoredValues['override'] {
  return item && { value: toOverride(item).value, targeting: compiledTargeting(item.targeting) };
}

const usesSegments = ({ targeting, override }: Pick<StoredValues, 'targeting' | 'override'>): boolean =>
  [targeting, override?.targeting].some((one) => one?.usesSegments);

/**
 * Reads the toggles with these identifiers, strongly consistent. Unknown identifiers are missing in the map. Sends one
 * request per 50 valid identifiers, and one more for renamed toggles and for rules that use segments: the slot of a toggle
 * that was never renamed is its identifier.
 */
export async function findStoredValues(
  scope: TenantScope,
  identifiers: readonly string[],
): Promise<Map<string, StoredToggle>> {
  const valid = identifiers.filter((identifier) => identifierPattern.test(identifier));
  const items = await batchGetOnce(
    valid.flatMap((identifier) => [toggleIdentifierKey(identifier), overrideKey(scope, identifier)]),
  );
  const find = itemFinder(items);
  const definitions = valid.flatMap((identifier) => {
    const definition = toDefinition(find(toggleIdentifierKey(identifier)));
    return definition ? [{ identifier, definition }] : [];
  });
  const valuesIn = (findItem: typeof find) =>
    definitions.map(({ identifier, definition }) => ({
      identifier,
      values: { ...definition, override: ownValueOf(findItem(overrideKey(scope, definition.slot))) },
    }));
  const found = valuesIn(find);
  const renamed = definitions.filter(({ identifier, definition }) => definition.slot !== identifier);
  if (renamed.length === 0 && !found.some(({ values }) => usesSegments(values)))
    return new Map(found.map(({ identifier, values }) => [identifier, { ...values, segments: [] }]));
  const segmentKeys = [segmentsKey(null), segmentsKey(scope)];
  const more = await batchGetOnce([
    ...renamed.map(({ definition }) => overrideKey(scope, definition.slot)),
    ...segmentKeys,
  ]);
  const findAny = itemFinder([...items, ...more]);
  const segments = segmentKeys.map((key) => compiledSegments(findAny(key)));
  return new Map(
    valuesIn(findAny).map(({ identifier, values }) => [
      identifier,
      { ...values, segments: usesSegments(values) ? segments : [] },
    ]),
  );
}
