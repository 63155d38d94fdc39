/**
 * Stores which toggles need which others: one item for all, whose revision keeps two changes from forming a cycle, and a
 * count per needed toggle, so that none of them is deleted or renamed.
 */
import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { InvalidInputError, StaleError } from '../../../kernel/errors/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { batchGet } from '../../../kernel/table/read.ts';
import { ifRevision, transact, type Write } from '../../../kernel/table/write.ts';
import { ToggleNeededError } from '../errors.ts';
import { prerequisiteLimits } from '../evaluation/limits.ts';
import type { PrerequisiteGraph } from '../evaluation/prerequisite-graph.ts';
import { type ToggleType, toggleTypes } from '../evaluation/toggle-types.ts';
import { itemFinder } from '../items.ts';
import { prerequisitesKey, toggleIdentifierKey, toggleNeededKey } from '../keys.ts';
import type { ToggleRow } from '../toggle.ts';

const entity = 'toggle_prerequisites';

/** The stored prerequisites of all toggles. */
export interface StoredGraph {
  graph: PrerequisiteGraph;
  /** 0 before the first prerequisite. */
  revision: number;
}

/** A toggle that others may need. */
export interface NeededToggle {
  toggleId: string;
  type: ToggleType;
}

/** Reads all prerequisites, and the toggles with these identifiers that exist. Sends one request. */
export async function findGraph(
  identifiers: readonly string[] = [],
): Promise<StoredGraph & { toggles: ReadonlyMap<string, NeededToggle> }> {
  const find = itemFinder(await batchGet([prerequisitesKey, ...identifiers.map(toggleIdentifierKey)]));
  const item = find(prerequisitesKey);
  const stored = item && fromItem<{ graph: string; revision: number }>(item, entity);
  const toggles = identifiers.flatMap((identifier) => {
    const { toggleId, type, deletedAt } = find(toggleIdentifierKey(identifier)) ?? {};
    const known = toggleTypes.find((one) => one === type);
    // The item of a released identifier has no type.
    if (known === undefined || deletedAt !== undefined) return [];
    return [[identifier, { toggleId: String(toggleId), type: known }] as const];
  });
  return {
    graph: new Map(Object.entries(stored === undefined ? {} : parseJson(stored.graph))),
    revision: stored?.revision ?? 0,
    toggles: new Map(toggles),
  };
}

/** Builds the write that replaces all prerequisites. Throws InvalidInputError if they are too large. */
export function graphWrite(graph: PrerequisiteGraph, revision: number): Write {
  const text = toJson(Object.fromEntries(graph));
  if (Buffer.byteLength(text) > prerequisiteLimits.graphBytes)
    throw new InvalidInputError({
      prerequisites: `of all toggles must have at most ${prerequisiteLimits.graphBytes} bytes as JSON`,
    });
  return {
    put: toItem(prerequisitesKey, entity, { graph: text }, { revision: revision + 1 }),
    ...ifRevision(revision),
  };
}

/** Builds the writes of a new use of a toggle, which must still have this identifier. */
export const neededWrites = (identifier: string, { toggleId }: NeededToggle): Write[] => [
  {
    check: toggleIdentifierKey(identifier),
    when: {
      expression: 'toggleId = :toggle AND attribute_not_exists(deletedAt) AND attribute_not_exists(givenUp)',
      values: { ':toggle': toggleId },
    },
    otherwise: () => new StaleError(),
  },
  { add: toggleNeededKey(toggleId), amounts: { n: 1 } },
];

/** Builds the write that removes a use of a toggle. */
export const releasedWrite = ({ toggleId }: NeededToggle): Write => ({
  add: toggleNeededKey(toggleId),
  amounts: { n: -1 },
});

/** Sends the transaction if no toggle needs this one. Throws ToggleNeededError with the toggles that need it. */
export async function transactUnlessNeeded(
  { id, identifier }: Pick<ToggleRow, 'id' | 'identifier'>,
  writes: readonly Write[],
): Promise<void> {
  const isNeeded = new ToggleNeededError(identifier, []);
  const check: Write = {
    check: toggleNeededKey(id),
    when: { expression: 'attribute_not_exists(pk) OR n = :none', values: { ':none': 0 } },
    otherwise: () => isNeeded,
  };
  try {
    await transact([check, ...writes]);
  } catch (error) {
    if (error !== isNeeded) throw error;
    const { graph } = await findGraph();
    const neededBy = [...graph].flatMap(([dependent, needed]) =>
      needed.includes(identifier) ? [dependent] : [],
    );
    throw new ToggleNeededError(identifier, neededBy);
  }
}
