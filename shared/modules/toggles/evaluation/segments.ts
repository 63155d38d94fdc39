/** Segments: named conditions that rules share. All of a scope are one document, so that no evaluation reads one by one. Pure. */
import { toJson } from '../../../kernel/http/json.ts';
import { segmentLimits } from './limits.ts';

export interface Segment {
  id: string;
  name: string;
  description: string | null;
  /** Null holds for everyone, so that a segment may consist of others alone. */
  condition: Readonly<Record<string, unknown>> | null;
  /** Ids of segments of the same scope, or of global ones, that must hold as well. */
  segments: readonly string[];
  createdAt: string;
  updatedAt: string;
  revision: number;
}

/**
 * The names along a ring of segments that the segment of this id is part of; undefined when there is none. Each segment is
 * visited once: a graph of a hundred takes as many steps.
 */
export function findRing(segments: readonly Segment[], id: string): string[] | undefined {
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const cameFrom = new Map<string, string>();
  const pending = [id];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const next of byId.get(at)?.segments ?? []) {
      if (next === id) {
        const ring = [id];
        for (let back: string | undefined = at; back !== undefined && back !== id; back = cameFrom.get(back))
          ring.unshift(back);
        return [id, ...ring].map((one) => byId.get(one)?.name ?? one);
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      pending.push(next);
    }
  }
  return undefined;
}

/** Why the segments of a scope cannot be as they are after the one of this id was written; undefined when they can. */
export function segmentsProblem(
  segments: readonly Segment[],
  id: string,
  global: readonly Segment[],
): Record<string, string> | undefined {
  const written = segments.find((segment) => segment.id === id);
  if (written === undefined) return undefined;
  const known = new Set([...segments, ...global].map((segment) => segment.id));
  const unknown = written.segments.findIndex((one) => !known.has(one));
  if (unknown >= 0) return { [`segments[${unknown}]`]: 'is no segment that this one may include' };
  const ring = findRing(segments, id);
  if (ring !== undefined) return { segments: `must not form a cycle: ${ring.join(' → ')}` };
  if (segments.some((one) => one.id !== id && one.name === written.name)) return { name: 'is taken' };
  if (segments.length > segmentLimits.perScope) {
    return { name: `there are ${segmentLimits.perScope} segments, and no more may be added` };
  }
  return Buffer.byteLength(toJson(segments)) > segmentLimits.bytesPerScope
    ? { condition: `all segments together must have at most ${segmentLimits.bytesPerScope} bytes of JSON` }
    : undefined;
}
