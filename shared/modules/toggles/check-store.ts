/**
 * How checks find what they need, strongly consistent, however many there are. A partition of DynamoDB takes 3 000 checks a
 * second, so the definition of a toggle that is checked often is copied to others, and checks read the original and the
 * copies in turn. Every change of a toggle writes all of them in its transaction.
 */
import { LRUCache } from 'lru-cache';
import type { TenantScope } from '../../kernel/auth/principal.ts';
import { CompiledCache } from '../../kernel/conditions/compiled-cache.ts';
import { describeError, log } from '../../kernel/observability/log.ts';
import { fromItem } from '../../kernel/table/item.ts';
import type { Key } from '../../kernel/table/keys.ts';
import { batchGetLimit, type Item } from '../../kernel/table/read.ts';
import type { StoredValues } from './check.ts';
import { type CompiledSegments, type CompiledTargeting, compileTargeting } from './evaluation/evaluate.ts';
import { overrideKey, segmentsKey, toggleCopies, toggleCopyKey, toggleIdentifierKey } from './keys.ts';
import { batchGetOnce, itemFinder, toOverride } from './override-store.ts';
import { compiledSegments } from './segment-store.ts';
import { identifierPattern, toggleTypes } from './toggle-contract.ts';
import { copyToggle } from './toggle-store.ts';

/** What checks and evaluations find of a toggle. */
export interface StoredToggle extends StoredValues {
  /** Names the toggle's overrides, and what is hashed of it. */
  slot: string;
  /** Global segments and those of the tenant; none where no rule uses any. */
  segments: readonly CompiledSegments[];
}

/** A definition as checks read it. */
type Definition = Omit<StoredValues, 'override'> & { overrideSlot: string; copies: number };

/** What this process last saw of a toggle. Where it is wrong, the items that are read show it: a check reads again then. */
interface KnownToggle {
  slot: string;
  copies: number;
  /** Checks since it was first seen, or since this process tried to copy it. */
  checks: number;
  /**
   * Its rules, or those of a tenant, use segments. Kept once it was so: too many segments are read rather than too late.
   * Few toggles use any, so that none is expected to before its rules were read.
   */
  usesSegments: boolean;
}

/**
 * By identifier. A check knows only that, and reads the definition and the tenant's value together: the slot of a toggle
 * that never had another identifier is that identifier.
 */
const known = new LRUCache<string, KnownToggle>({ max: 1_000 });

/** A process that has checked a toggle so often has it copied: one that is checked rarely needs no copies. */
export const busyAfterChecks = 200;

function remember(
  identifier: string,
  { overrideSlot: slot, copies }: Definition,
  usesSegments: boolean,
): void {
  const before = known.get(identifier);
  const checks = (before?.checks ?? 0) + 1;
  known.set(identifier, {
    slot,
    copies,
    checks,
    usesSegments: usesSegments || before?.usesSegments === true,
  });
}

/** Where a check of the identifier looks: at the original and the copies in turn. */
function guessOf(identifier: string) {
  const unknown = { slot: identifier, copies: 0, checks: 0, usesSegments: false };
  const { slot, copies, checks, usesSegments } = known.get(identifier) ?? unknown;
  const copy = checks % (copies + 1);
  const key = copy === 0 ? toggleIdentifierKey(identifier) : toggleCopyKey(identifier, copy);
  return { slot, key, isCopy: copy > 0, usesSegments };
}

function toDefinition(item: Item | undefined): Definition | undefined {
  if (item === undefined || item.deletedAt !== undefined || item.givenUp !== undefined) return undefined;
  return definitionOf(fromItem<Item>(item, String(item.entity)));
}

/** The definition in the attributes of an item. */
export function definitionOf(attributes: Item): Definition {
  const { toggleId, type, defaultValue, overrideSlot, copies = 0 } = attributes;
  return {
    toggleId: String(toggleId),
    type: toggleTypes.find((one) => one === type) ?? 'json',
    overrideSlot: String(overrideSlot),
    copies: Number(copies),
    defaultValue: JSON.parse(String(defaultValue)),
    targeting: compiledTargeting(attributes.targeting),
  };
}

const compiled = new CompiledCache<CompiledTargeting>();

/**
 * Stored targeting ready to be evaluated. Its text is its name, so that it is compiled once per revision, and once for all
 * copies and tenants of the same rules.
 */
export function compiledTargeting(text: unknown): CompiledTargeting | undefined {
  if (typeof text !== 'string') return undefined;
  return compiled.find(text) ?? compiled.keep(text, compileTargeting(JSON.parse(text)), text.length);
}

/**
 * What checks of the given identifiers need, strongly consistent; unknown identifiers are missing in the map. One request
 * per 50 identifiers, and none for what cannot be an identifier; one more after a toggle was renamed or lost its copies, and
 * the first time that a process finds its rules to use segments.
 */
export async function findStoredValues(
  scope: TenantScope,
  identifiers: readonly string[],
): Promise<Map<string, StoredToggle>> {
  const guesses = identifiers
    .filter((identifier) => identifierPattern.test(identifier))
    .map((identifier) => ({ identifier, ...guessOf(identifier) }));
  const segmentKeys = [segmentsKey(null), segmentsKey(scope)];
  const valueKeys = guesses.flatMap(({ key, slot }) => [key, overrideKey(scope, slot)]);
  const guessesSegments =
    guesses.some(({ usesSegments }) => usesSegments) &&
    valueKeys.length + segmentKeys.length <= batchGetLimit;
  const find = itemFinder(await batchGetOnce([...valueKeys, ...(guessesSegments ? segmentKeys : [])]));
  const lost = guesses.filter(({ isCopy, key }) => isCopy && find(key) === undefined);
  const findOriginal = await finderOf(lost.map(({ identifier }) => toggleIdentifierKey(identifier)));
  const found = guesses.flatMap(({ identifier, slot: guess, key }) => {
    const definition = toDefinition(find(key) ?? findOriginal(toggleIdentifierKey(identifier)));
    if (definition === undefined) known.delete(identifier);
    return definition ? [{ identifier, guess, definition }] : [];
  });
  const misjudged = found.filter(({ guess, definition }) => guess !== definition.overrideSlot);
  const findLate = await finderOf(
    misjudged.map(({ definition }) => overrideKey(scope, definition.overrideSlot)),
  );
  const toggles = found.map(({ identifier, guess, definition }): [string, StoredToggle] => {
    const { overrideSlot: slot, copies: _, ...values } = definition;
    const item = (guess === slot ? find : findLate)(overrideKey(scope, slot));
    const override = item && { value: toOverride(item).value, targeting: compiledTargeting(item.targeting) };
    const usesSegments = [values.targeting, override?.targeting].some((one) => one?.usesSegments);
    remember(identifier, definition, usesSegments);
    return [identifier, { ...values, slot, override, segments: usesSegments ? noneYet : [] }];
  });
  if (!toggles.some(([, { segments }]) => segments === noneYet)) return new Map(toggles);
  const findSegments = guessesSegments ? find : await finderOf(segmentKeys);
  const segments = segmentKeys.map((key) => compiledSegments(findSegments(key)));
  return new Map(
    toggles.map(([identifier, toggle]) => [
      identifier,
      toggle.segments === noneYet ? { ...toggle, segments } : toggle,
    ]),
  );
}

/** Stands for segments that are still to be read. */
const noneYet: readonly CompiledSegments[] = [];

async function finderOf(keys: readonly Key[]): Promise<(key: Key) => Item | undefined> {
  return keys.length === 0 ? () => undefined : itemFinder(await batchGetOnce(keys));
}

/**
 * Has one of the toggles copied that this process has checked often enough, if it has no copies yet. Never throws: a check
 * needs no copies.
 */
export async function copyWhenBusy(stored: ReadonlyMap<string, StoredValues>): Promise<void> {
  for (const [identifier, { toggleId }] of stored) {
    const seen = known.get(identifier);
    if (seen === undefined || seen.checks < busyAfterChecks || seen.copies === toggleCopies) continue;
    known.set(identifier, { ...seen, checks: 0 });
    await copyToggle(toggleId).catch((error: unknown) =>
      log('warn', 'a busy toggle was not copied', { toggleId, error: describeError(error) }),
    );
    return;
  }
}
