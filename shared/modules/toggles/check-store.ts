/** Reads toggles for checks, strongly consistent. */

import { parseJson } from '../../kernel/base/json.ts';
import type { TenantScope } from '../../kernel/base/principal.ts';
import { CompiledCache } from '../../kernel/conditions/compiled-cache.ts';
import type { Key } from '../../kernel/table/keys.ts';
import type { Item } from '../../kernel/table/read.ts';
import type { StoredValues } from './check.ts';
import { type CompiledSegments, type CompiledTargeting, compileTargeting } from './evaluation/evaluate.ts';
import { prerequisiteLimits } from './evaluation/limits.ts';
import type { DependentToggle } from './evaluation/prerequisites.ts';
import { identifierPattern, toggleTypes } from './evaluation/toggle-types.ts';
import { batchGetOnce } from './items.ts';
import { overrideKey, segmentsKey, toggleIdentifierKey } from './keys.ts';
import type { ToggleMetadata } from './prerequisites/fields.ts';
import { compiledSegments } from './segment-store.ts';
import { toExtras } from './toggle-store.ts';

/** A stored toggle for checks and evaluations. */
export interface StoredToggle extends StoredValues, Pick<DependentToggle, 'prerequisites'> {
  /** Identifies the toggle in keys of overrides and in hashes. */
  slot: string;
  metadata: ToggleMetadata;
  targeting: CompiledTargeting | undefined;
  override: { value: unknown; targeting: CompiledTargeting | undefined } | undefined;
  /** Global segments and segments of the tenant; empty if no rule uses segments. */
  segments: readonly CompiledSegments[];
  /** By identifier: at least the toggles that it needs, directly and indirectly, if they exist. */
  needed: ReadonlyMap<string, StoredToggle>;
}

/** The definition of a toggle, which checks read. */
type Definition = Omit<StoredToggle, 'override' | 'segments' | 'needed'>;

function toDefinition(item: Item | undefined): Definition | undefined {
  if (item === undefined || item.deletedAt !== undefined || item.givenUp !== undefined) return undefined;
  return definitionOf(item);
}

/** Converts the attributes of an item to a definition. */
export function definitionOf(attributes: Item): Definition {
  const { toggleId, type, defaultValue, overrideSlot } = attributes;
  const { prerequisites = [], metadata = {} } = toExtras(attributes);
  return {
    toggleId: String(toggleId),
    type: toggleTypes.find((one) => one === type) ?? 'json',
    slot: String(overrideSlot),
    defaultValue: parseJson(String(defaultValue)),
    targeting: compiledTargeting(attributes.targeting),
    prerequisites,
    metadata,
  };
}

const compiled = new CompiledCache<CompiledTargeting>();

/** Compiles stored targeting. The cache key is its text, so that the same rules are compiled once for all tenants. */
export function compiledTargeting(text: unknown): CompiledTargeting | undefined {
  if (typeof text !== 'string') return undefined;
  return compiled.find(text) ?? compiled.keep(text, compileTargeting(parseJson(text)), text.length);
}

function ownValueOf(item: Item | undefined): StoredToggle['override'] {
  return item && { value: parseJson(String(item.value)), targeting: compiledTargeting(item.targeting) };
}

const usesSegments = ({ targeting, override }: Pick<StoredToggle, 'targeting' | 'override'>): boolean =>
  [targeting, override?.targeting].some((one) => one?.usesSegments);

/**
 * Reads the toggles with these identifiers, strongly consistent, with the toggles that they need. Unknown identifiers are
 * missing in the map. Sends one request per 50 valid identifiers, one per level of prerequisites, and one more for renamed
 * toggles and for rules that use segments, unless a level follows: the slot of a toggle that was never renamed is its
 * identifier.
 */
export async function findStoredValues(
  scope: TenantScope,
  identifiers: readonly string[],
): Promise<Map<string, StoredToggle>> {
  const valid = identifiers.filter((identifier) => identifierPattern.test(identifier));
  const segmentKeys = [segmentsKey(null), segmentsKey(scope)];
  const definitions = new Map<string, Definition>();
  const [read, requested] = [new Map<unknown, Item>(), new Set(valid)];
  const find = ({ pk }: Key) => read.get(pk);
  let [level, others, readsSegments]: [string[], Key[], boolean] = [valid, [], false];
  const valuesOf = (definition: Definition) => ({
    ...definition,
    override: ownValueOf(find(overrideKey(scope, definition.slot))),
  });
  for (let depth = 0; level.length + others.length > 0; depth += 1) {
    const keys = level.flatMap((identifier) => [
      toggleIdentifierKey(identifier),
      overrideKey(scope, identifier),
    ]);
    for (const item of await batchGetOnce([...keys, ...others])) read.set(item.pk, item);
    const found = level.flatMap((identifier) => {
      const definition = toDefinition(find(toggleIdentifierKey(identifier)));
      if (definition === undefined) return [];
      definitions.set(identifier, definition);
      return [{ identifier, definition }];
    });
    const renamed = found.filter(({ identifier, definition }) => definition.slot !== identifier);
    const needsSegments: boolean =
      !readsSegments &&
      (renamed.length > 0 || found.some(({ definition }) => usesSegments(valuesOf(definition))));
    others = [
      ...renamed.map(({ definition }) => overrideKey(scope, definition.slot)),
      ...(needsSegments ? segmentKeys : []),
    ];
    readsSegments ||= needsSegments;
    const next = found.flatMap(({ definition }) =>
      definition.prerequisites.map(({ identifier }) => identifier),
    );
    level = depth < prerequisiteLimits.levels ? [...new Set(next)].filter((one) => !requested.has(one)) : [];
    for (const identifier of level) requested.add(identifier);
  }
  const segments = readsSegments ? segmentKeys.map((key) => compiledSegments(find(key))) : [];
  const needed = new Map<string, StoredToggle>();
  for (const [identifier, definition] of definitions) {
    const values = valuesOf(definition);
    needed.set(identifier, { ...values, segments: usesSegments(values) ? segments : [], needed });
  }
  return new Map(
    valid.flatMap((identifier) => {
      const toggle = needed.get(identifier);
      return toggle === undefined ? [] : [[identifier, toggle] as const];
    }),
  );
}
