/** Checks changed prerequisites and builds their writes. */
import { toJson } from '../../../kernel/base/json.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { TogglePrerequisiteCycleError } from '../errors.ts';
import { prerequisiteLimits } from '../evaluation/limits.ts';
import { graphProblem, type PrerequisiteGraph } from '../evaluation/prerequisite-graph.ts';
import type { Prerequisite } from '../evaluation/prerequisites.ts';
import { isOfType, type ToggleRow } from '../toggle.ts';
import {
  findGraph,
  graphWrite,
  type NeededToggle,
  neededWrites,
  releasedWrite,
} from './prerequisite-store.ts';

type Dependent = Pick<ToggleRow, 'identifier' | 'prerequisites'>;
type Known = ReadonlyMap<string, Pick<NeededToggle, 'type'>>;

const identifiersOf = ({ prerequisites = [] }: Partial<Dependent> = {}): string[] =>
  prerequisites.map(({ identifier }) => identifier);

/** Returns the first problem of prerequisites, by field; undefined if each names one toggle and a value of its type. */
export function prerequisitesProblem(
  prerequisites: readonly Prerequisite[],
  known: Known,
): Record<string, string> | undefined {
  for (const [index, { identifier, value }] of prerequisites.entries()) {
    const field = `prerequisites[${index}]`;
    const type = known.get(identifier)?.type;
    if (type === undefined) return { [`${field}.identifier`]: 'must be the identifier of a toggle' };
    if (prerequisites.findIndex((one) => one.identifier === identifier) < index)
      return { [`${field}.identifier`]: 'must differ from the other identifiers' };
    if (!isOfType(type, value)) return { [`${field}.value`]: `must be a ${type}` };
    if (Buffer.byteLength(toJson(value)) > prerequisiteLimits.valueBytes)
      return { [`${field}.value`]: `must have at most ${prerequisiteLimits.valueBytes} bytes as JSON` };
  }
  return undefined;
}

/** Throws TogglePrerequisiteCycleError and InvalidInputError. */
function assertGraph(graph: PrerequisiteGraph, changed: string): void {
  const problem = graphProblem(graph, changed);
  if (problem === undefined) return;
  if (problem.kind !== 'too_many') throw new TogglePrerequisiteCycleError(problem.path);
  const { identifier } = problem;
  throw new InvalidInputError({
    prerequisites: `must not make ${identifier} need more than ${prerequisiteLimits.needed} toggles`,
  });
}

/**
 * Builds the writes that record the prerequisites of a created (`before` undefined), changed or deleted (`after` undefined)
 * toggle. Sends one request if any change. Throws InvalidInputError and TogglePrerequisiteCycleError. The writes throw
 * StaleError if others have changed prerequisites.
 */
export async function prerequisiteWrites(
  before: Dependent | undefined,
  after: Dependent | undefined,
): Promise<Write[]> {
  const [old, now] = [identifiersOf(before), identifiersOf(after)];
  const isRenamed = before?.identifier !== after?.identifier;
  const isSame = toJson(before?.prerequisites ?? []) === toJson(after?.prerequisites ?? []);
  if (old.length + now.length === 0 || (isSame && !isRenamed)) return [];
  const { graph, revision, toggles } = await findGraph([...new Set([...old, ...now])]);
  const changed = new Map(graph);
  if (before !== undefined) changed.delete(before.identifier);
  if (after !== undefined && now.length > 0) {
    changed.set(after.identifier, now);
    // Before the identifiers are checked: a toggle that is being created does not exist yet.
    assertGraph(changed, after.identifier);
    const problem = prerequisitesProblem(after.prerequisites ?? [], toggles);
    if (problem !== undefined) throw new InvalidInputError(problem);
  }
  const changes = (identifiers: readonly string[], others: readonly string[]) =>
    identifiers.flatMap((identifier) => {
      const toggle = others.includes(identifier) ? undefined : toggles.get(identifier);
      return toggle === undefined ? [] : [{ identifier, toggle }];
    });
  return [
    graphWrite(changed, revision),
    ...changes(now, old).flatMap(({ identifier, toggle }) => neededWrites(identifier, toggle)),
    ...changes(old, now).map(({ toggle }) => releasedWrite(toggle)),
  ];
}
