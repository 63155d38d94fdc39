/** Injects faults into AWS calls, to test throttling, outages and slowness on a laptop. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';

/**
 * `delivery`: a batch was passed to a function. `order`: a batch is about to be passed. `start`: a worker starts.
 * `read`: an eventually consistent read (stale-reads.ts).
 */
export type Moment = 'call' | 'delivery' | 'order' | 'start' | 'read';

/**
 * The moment at which each effect applies. `throttle` returns the service's throttling error, `error` a 500, `latency`
 * delays by `latencyMs`, `timeout` never responds. `duplicate` passes a function a batch of its queue or stream twice.
 * `reorder` shuffles batches of a queue and delays them by up to `latencyMs`, so that later ones overtake. `skew` sets
 * the clocks of starting workers wrong by up to `skewMs` in either direction. `stale` lets reads of DynamoDB partitions
 * whose keys contain the text return the state at the start of the fault.
 */
const moments = {
  throttle: 'call',
  error: 'call',
  latency: 'call',
  timeout: 'call',
  duplicate: 'delivery',
  reorder: 'order',
  skew: 'start',
  stale: 'read',
} as const satisfies Record<string, Moment>;

const milliseconds = z.optional(z.number().check(z.nonnegative()));
const faultSchema = z
  .strictObject({
    id: z.optional(z.string()),
    effect: z.enum(Object.keys(moments) as (keyof typeof moments)[]),
    service: z.optional(z.string()),
    action: z.optional(z.string()),
    functionName: z.optional(z.string()),
    /** Matches only calls whose request contains this text in its path or body, for instance a tenant id. */
    bodyContains: z.optional(z.string()),
    /** Share of matching calls that are affected; default 1. */
    rate: z.optional(z.number().check(z.gte(0), z.lte(1))),
    /** Number of affected calls after which the fault removes itself; unlimited by default. */
    times: z.optional(z.int().check(z.positive())),
    latencyMs: milliseconds,
    skewMs: milliseconds,
  })
  .check(
    z.refine(({ effect, latencyMs }) => effect !== 'latency' || latencyMs !== undefined, 'needs latencyMs'),
    z.refine(({ effect, skewMs }) => effect !== 'skew' || skewMs !== undefined, 'needs skewMs'),
  );
const messages = { error: z.locales.en().localeError };

/** A fault to inject into AWS calls that match every given field. */
export type Fault = z.infer<typeof faultSchema>;

/** The call that a fault is matched against. */
export interface FaultTarget {
  service: string;
  /** Without the service prefix, for instance `PutItem`. */
  action: string;
  functionName?: string | undefined;
  body: string;
  /** The kind of event; a service call by default. */
  moment?: Moment;
}

export type Faults = ReturnType<typeof createFaults>;

/**
 * Starts without faults. `random` returns 0 ≤ x < 1; it is compared with `rate`, and available for other random choices
 * of a fault.
 */
export function createFaults(random: () => number = Math.random) {
  const faults = new Map<string, { fault: Fault; matches: number }>();

  const named = ['service', 'action', 'functionName'] as const;
  function hits(fault: Fault, target: FaultTarget): boolean {
    return (
      moments[fault.effect] === (target.moment ?? 'call') &&
      named.every((name) => fault[name] === undefined || fault[name] === target[name]) &&
      target.body.includes(fault.bodyContains ?? '') &&
      random() < (fault.rate ?? 1)
    );
  }

  return {
    random,
    /** Adds a fault and returns its id. Throws for unknown fields and effects, and for numbers out of range. */
    add(fault: Fault | Record<string, unknown>): string {
      const { data, error } = faultSchema.safeParse(fault, messages);
      if (error) throw new Error(z.prettifyError(error));
      const id = data.id ?? randomUUID();
      faults.set(id, { fault: { ...data, id }, matches: 0 });
      return id;
    },
    /** Returns whether a fault with that id existed. */
    remove: (id: string) => faults.delete(id),
    clear: () => faults.clear(),
    /** Whether there is no fault at all, so that most calls need no target. */
    isEmpty: () => faults.size === 0,
    list: () => [...faults.values()].map(({ fault }) => fault),
    /** How often each present fault has matched, by its id. */
    matches: () => Object.fromEntries([...faults].map(([id, { matches }]) => [id, matches])),
    /** Returns the first fault that matches this call, and uses up one of its `times`. */
    match(target: FaultTarget): Fault | undefined {
      for (const [id, { fault, matches }] of faults) {
        if (!hits(fault, target)) continue;
        const times = fault.times && fault.times - 1;
        if (times === 0) faults.delete(id);
        else faults.set(id, { fault: { ...fault, times }, matches: matches + 1 });
        return fault;
      }
      return undefined;
    },
  };
}
