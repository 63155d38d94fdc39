/** Segments: named conditions that rules share. All segments of a scope are one item, so that one read returns them. Pure. */
import { comparedName } from '../../../kernel/base/compared.ts';
import { toJson } from '../../../kernel/base/json.ts';
import { segmentLimits } from './limits.ts';

export interface Segment {
  id: string;
  name: string;
  description: string | null;
  /** Null matches every context, for a segment that only combines other segments. */
  condition: Readonly<Record<string, unknown>> | null;
  /** Ids of segments of the same scope, or of global segments, that must match as well. */
  segments: readonly string[];
  createdAt: string;
  updatedAt: string;
  revision: number;
}

/**
 * Returns the names of the segments in a cycle that contains this segment; undefined if there is no cycle. Each segment is
 * visited once.
 */
export function findCycle(segments: readonly Segment[], id: string): string[] | undefined {
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const cameFrom = new Map<string, string>();
  const pending = [id];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const next of byId.get(at)?.segments ?? []) {
      if (next === id) {
        const cycle = [id];
        for (let back: string | undefined = at; back !== undefined && back !== id; back = cameFrom.get(back))
          cycle.unshift(back);
        return [id, ...cycle].map((segmentId) => byId.get(segmentId)?.name ?? segmentId);
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      pending.push(next);
    }
  }
  return undefined;
}

/** Whether another segment of the list has the name, as people read it. */
export function isNameTaken({ id, name }: Segment, segments: readonly Segment[]): boolean {
  const compared = comparedName(name);
  return segments.some((other) => other.id !== id && comparedName(other.name) === compared);
}

/** Returns why the segments of a scope are invalid after a change of the segment with this id; undefined if valid. */
export function segmentsProblem(
  segments: readonly Segment[],
  id: string,
  global: readonly Segment[],
): Record<string, string> | undefined {
  const written = segments.find((segment) => segment.id === id);
  if (written === undefined) return undefined;
  const knownIds = new Set([...segments, ...global].map((segment) => segment.id));
  const unknown = written.segments.findIndex((included) => !knownIds.has(included));
  if (unknown >= 0)
    return { [`segments[${unknown}]`]: 'must be the id of a segment that this segment may include' };
  const cycle = findCycle(segments, id);
  if (cycle !== undefined) return { segments: `must not form a cycle: ${cycle.join(' → ')}` };
  if (segments.length > segmentLimits.perScope) {
    return { name: `the maximum of ${segmentLimits.perScope} segments is reached; delete a segment first` };
  }
  return Buffer.byteLength(toJson(segments)) > segmentLimits.bytesPerScope
    ? { condition: `all segments together must have at most ${segmentLimits.bytesPerScope} bytes as JSON` }
    : undefined;
}
