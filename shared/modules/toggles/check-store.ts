/**
 * Reads toggles for checks, strongly consistent, at any rate. A partition of DynamoDB serves 3 000 reads a second, so the
 * definition of a toggle that is checked often is copied to other partitions, and checks read the original and the
 * copies in turn. Every change of a toggle writes all copies in its transaction.
 */

import { LRUCache } from 'lru-cache';
import type { TenantScope } from '../../kernel/auth/principal.ts';
import { CompiledCache } from '../../kernel/conditions/compiled-cache.ts';
import { parseJson } from '../../kernel/http/json.ts';
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

/** A stored toggle for checks and evaluations. */
export interface StoredToggle extends StoredValues {
  /** Identifies the toggle in keys of overrides and in hashes. */
  slot: string;
  /** Global segments and segments of the tenant; empty if no rule uses segments. */
  segments: readonly CompiledSegments[];
}

/** The definition of a toggle, which checks read. */
type Definition = Omit<StoredValues, 'override'> & { overrideSlot: string; copies: number };

/** Cached facts about a toggle. If they are outdated, the items of a check show it, and the check reads again. */
interface KnownToggle {
  slot: string;
  copies: number;
  /** Checks since the toggle was cached, or since this process last tried to copy it. */
  checks: number;
  /**
   * Whether its rules, or rules of a tenant, use segments. Never reset, as reading unused segments is cheaper than a
   * second request. Initially false, because few toggles use segments.
   */
  usesSegments: boolean;
}

/**
 * Cache by identifier. A check reads the definition and the tenant's own value together, so it must guess the slot. The
 * slot of a toggle that was never renamed is its identifier.
 */
const known = new LRUCache<string, KnownToggle>({ max: 1_000 });

/** Number of checks in one process after which it copies the toggle. */
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

/** Guesses the keys for a check of the identifier, which alternates between original and copies. */
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

/** Converts the attributes of an item to a definition. */
export function definitionOf(attributes: Item): Definition {
  const { toggleId, type, defaultValue, overrideSlot, copies = 0 } = attributes;
  return {
    toggleId: String(toggleId),
    type: toggleTypes.find((one) => one === type) ?? 'json',
    overrideSlot: String(overrideSlot),
    copies: Number(copies),
    defaultValue: parseJson(String(defaultValue)),
    targeting: compiledTargeting(attributes.targeting),
  };
}

const compiled = new CompiledCache<CompiledTargeting>();

/**
 * Compiles stored targeting. The cache key is its text, so that the same rules are compiled once for all copies and
 * tenants.
 */
export function compiledTargeting(text: unknown): CompiledTargeting | undefined {
  if (typeof text !== 'string') return undefined;
  return compiled.find(text) ?? compiled.keep(text, compileTargeting(parseJson(text)), text.length);
}

/**
 * Reads the toggles with these identifiers, strongly consistent. Unknown identifiers are missing in the map. Sends one
 * request per 50 valid identifiers; one more after a toggle was renamed or its copies were deleted, and for the first
 * check of a toggle with segments in a process.
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

/** Placeholder for segments that have not been read yet. */
const noneYet: readonly CompiledSegments[] = [];

async function finderOf(keys: readonly Key[]): Promise<(key: Key) => Item | undefined> {
  return keys.length === 0 ? () => undefined : itemFinder(await batchGetOnce(keys));
}

/**
 * Copies one of the toggles if this process has checked it often and it has no copies yet. Never throws, as checks work
 * without copies.
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
