/**
 * How checks find what they need, strongly consistent, however many there are. A partition of DynamoDB takes 3 000 checks a
 * second, so the definition of a toggle that is checked often is copied to others, and checks read the original and the
 * copies in turn. Every change of a toggle writes all of them in its transaction.
 */
import type { TenantScope } from '../../kernel/auth/principal.ts';
import { describeError, log } from '../../kernel/observability/log.ts';
import { fromItem } from '../../kernel/table/item.ts';
import type { Key } from '../../kernel/table/keys.ts';
import type { Item } from '../../kernel/table/read.ts';
import type { StoredValues } from './check.ts';
import { identifierPattern } from './contract.ts';
import { overrideKey, toggleCopies, toggleCopyKey, toggleIdentifierKey } from './keys.ts';
import { batchGetOnce, itemFinder, toOverride } from './override-store.ts';
import { copyToggle } from './toggle-store.ts';

/** A definition as checks read it. */
type Definition = Omit<StoredValues, 'override'> & { overrideSlot: string; copies: number };

/** What this process last saw of a toggle. Where it is wrong, the items that are read show it: a check reads again then. */
interface KnownToggle {
  slot: string;
  copies: number;
  /** Checks since it was first seen, or since this process tried to copy it. */
  checks: number;
}

/**
 * By identifier. A check knows only that, and reads the definition and the tenant's value together: the slot of a toggle
 * that never had another identifier is that identifier.
 */
const known = new Map<string, KnownToggle>();
const maxKnown = 1_000;

/** A process that has checked a toggle so often has it copied: one that is checked rarely needs no copies. */
export const busyAfterChecks = 200;

function remember(identifier: string, { overrideSlot: slot, copies }: Definition): void {
  const checks = (known.get(identifier)?.checks ?? 0) + 1;
  if (known.size >= maxKnown && !known.has(identifier)) known.clear();
  known.set(identifier, { slot, copies, checks });
}

/** Where a check of the identifier looks: at the original and the copies in turn. */
function guessOf(identifier: string): { slot: string; key: Key; isCopy: boolean } {
  const { slot, copies, checks } = known.get(identifier) ?? { slot: identifier, copies: 0, checks: 0 };
  const copy = checks % (copies + 1);
  const key = copy === 0 ? toggleIdentifierKey(identifier) : toggleCopyKey(identifier, copy);
  return { slot, key, isCopy: copy > 0 };
}

function toDefinition(item: Item | undefined): Definition | undefined {
  if (item === undefined || item.deletedAt !== undefined || item.givenUp !== undefined) return undefined;
  const { copies = 0, ...row } = fromItem<Definition>(item, String(item.entity));
  return { ...row, copies, defaultValue: JSON.parse(String(row.defaultValue)) };
}

/**
 * What checks of the given identifiers need, strongly consistent; unknown identifiers are missing in the map. One request
 * per 50 identifiers, and none for what cannot be an identifier; one more after a toggle was renamed or lost its copies.
 */
export async function findStoredValues(
  scope: TenantScope,
  identifiers: readonly string[],
): Promise<Map<string, StoredValues>> {
  const guesses = identifiers
    .filter((identifier) => identifierPattern.test(identifier))
    .map((identifier) => ({ identifier, ...guessOf(identifier) }));
  const find = itemFinder(
    await batchGetOnce(guesses.flatMap(({ key, slot }) => [key, overrideKey(scope, slot)])),
  );
  const lost = guesses.filter(({ isCopy, key }) => isCopy && find(key) === undefined);
  const findOriginal = await finderOf(lost.map(({ identifier }) => toggleIdentifierKey(identifier)));
  const found = guesses.flatMap(({ identifier, slot: guess, key }) => {
    const definition = toDefinition(find(key) ?? findOriginal(toggleIdentifierKey(identifier)));
    if (definition === undefined) known.delete(identifier);
    else remember(identifier, definition);
    return definition ? [{ identifier, guess, definition }] : [];
  });
  const misjudged = found.filter(({ guess, definition }) => guess !== definition.overrideSlot);
  const findLate = await finderOf(
    misjudged.map(({ definition }) => overrideKey(scope, definition.overrideSlot)),
  );
  return new Map(
    found.map(({ identifier, guess, definition: { overrideSlot, copies: _, ...values } }) => {
      const item = (guess === overrideSlot ? find : findLate)(overrideKey(scope, overrideSlot));
      return [identifier, { ...values, override: item && { value: toOverride(item).value } }];
    }),
  );
}

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
