/** Counts AWS calls and capacity units as AWS bills them, including denied and failed calls. */
import type { MeteredCall } from '../types.ts';

export interface FunctionUsage {
  calls: number;
  readUnits: number;
  writeUnits: number;
  /** Calls by action, for instance `{'dynamodb:Query': 3}`. */
  actions: Record<string, number>;
}

export type Meter = ReturnType<typeof createMeter>;

const capacity = 50_000;

/** An empty meter. */
export function createMeter() {
  let ring: MeteredCall[] = [];
  let next = 0;
  /** Records of each request, indexed because tests mostly query by request. */
  const byRequest = new Map<string, MeteredCall[]>();
  const usage = new Map<string, FunctionUsage>();

  function forget(requestId: string, call: MeteredCall): void {
    const left = byRequest.get(requestId)?.filter((one) => one !== call) ?? [];
    if (left.length > 0) byRequest.set(requestId, left);
    else byRequest.delete(requestId);
  }

  return {
    record(call: MeteredCall): void {
      const oldest = ring[next];
      if (oldest?.requestId !== undefined) forget(oldest.requestId, oldest);
      ring[next] = call;
      next = (next + 1) % capacity;
      if (call.requestId !== undefined) {
        const known = byRequest.get(call.requestId);
        if (known === undefined) byRequest.set(call.requestId, [call]);
        else known.push(call);
      }
      const name = call.functionName ?? call.identity;
      const total = usage.get(name) ?? { calls: 0, readUnits: 0, writeUnits: 0, actions: {} };
      const action = `${call.service}:${call.action}`;
      total.calls += 1;
      total.readUnits += call.readUnits;
      total.writeUnits += call.writeUnits;
      total.actions[action] = (total.actions[action] ?? 0) + 1;
      usage.set(name, total);
    },
    /** Moves the records of one request id to another. */
    rename(from: string, to: string): void {
      const renamed = byRequest.get(from) ?? [];
      for (const call of renamed) call.requestId = to;
      byRequest.delete(from);
      if (renamed.length > 0) byRequest.set(to, [...(byRequest.get(to) ?? []), ...renamed]);
    },
    /** The latest calls in order, at most the last 50 000; all or those of a request. */
    calls({ requestId }: { requestId?: string } = {}): readonly MeteredCall[] {
      if (requestId !== undefined) return byRequest.get(requestId) ?? [];
      return ring.length < capacity ? ring : [...ring.slice(next), ...ring.slice(0, next)];
    },
    /** Totals since the start or the last reset, per function (or identity, for calls outside a function). */
    summary: (): Record<string, FunctionUsage> => structuredClone(Object.fromEntries(usage)),
    reset(): void {
      ring = [];
      next = 0;
      byRequest.clear();
      usage.clear();
    },
  };
}
