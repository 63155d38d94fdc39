/** Decides which prerequisites toggles may have: without cycles, and with few reads per check. Pure. */
import { prerequisiteLimits } from './limits.ts';

/** The identifiers that each toggle needs, by its identifier. */
export type PrerequisiteGraph = ReadonlyMap<string, readonly string[]>;

export type GraphProblem =
  | { kind: 'cycle'; path: readonly string[] }
  | { kind: 'too_deep'; path: readonly string[] }
  /** A toggle needs too many others, directly and indirectly. */
  | { kind: 'too_many'; identifier: string };

/** The graph in the other direction: the toggles that need each toggle. */
function reversed(graph: PrerequisiteGraph): PrerequisiteGraph {
  const dependents = new Map<string, string[]>();
  for (const [dependent, needed] of graph)
    for (const identifier of needed)
      dependents.set(identifier, [...(dependents.get(identifier) ?? []), dependent]);
  return dependents;
}

/** All toggles that can be reached, without the first unless it is in a cycle. */
function reachable(graph: PrerequisiteGraph, from: string): Set<string> {
  const found = new Set<string>();
  const pending = [from];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const next of graph.get(at) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      pending.push(next);
    }
  }
  return found;
}

/** The shortest path from the toggle back to itself; undefined without a cycle. */
function cycleOf(graph: PrerequisiteGraph, identifier: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const pending = [identifier];
  for (const at of pending) {
    for (const next of graph.get(at) ?? []) {
      if (next === identifier) {
        const path = [identifier];
        for (let back: string | undefined = at; back !== undefined; back = cameFrom.get(back))
          path.unshift(back);
        return path;
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      pending.push(next);
    }
  }
  return undefined;
}

/** The longest path from a toggle in a graph without cycles. Toggles are visited once. */
function longestPath(
  graph: PrerequisiteGraph,
  from: string,
  known = new Map<string, readonly string[]>(),
): readonly string[] {
  const found = known.get(from);
  if (found !== undefined) return found;
  let longest: readonly string[] = [];
  for (const next of graph.get(from) ?? []) {
    const path = longestPath(graph, next, known);
    if (path.length > longest.length) longest = path;
  }
  const path = [from, ...longest];
  known.set(from, path);
  return path;
}

/** Returns why the prerequisites of a changed toggle are refused. The graph contains the change and was valid before. */
export function graphProblem(graph: PrerequisiteGraph, changed: string): GraphProblem | undefined {
  const cycle = cycleOf(graph, changed);
  if (cycle !== undefined) return { kind: 'cycle', path: cycle };
  const dependents = reversed(graph);
  const path = [...longestPath(dependents, changed).toReversed(), ...longestPath(graph, changed).slice(1)];
  if (path.length - 1 > prerequisiteLimits.levels) return { kind: 'too_deep', path };
  const tooMany = [changed, ...reachable(dependents, changed)].find(
    (identifier) => reachable(graph, identifier).size > prerequisiteLimits.needed,
  );
  return tooMany === undefined ? undefined : { kind: 'too_many', identifier: tooMany };
}
