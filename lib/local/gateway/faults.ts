/** Injects faults into AWS calls, to test throttling, outages and slowness on a laptop. */
import { randomUUID } from 'node:crypto';
import type { Fault } from '../types.ts';

/**
 * `delivery`: a batch was passed to a function. `order`: a batch is about to be passed. `start`: a worker starts.
 * `read`: an eventually consistent read (stale-reads.ts).
 */
export type Moment = 'call' | 'delivery' | 'order' | 'start' | 'read';

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

export interface Faults {
  /** Adds a fault and returns its id. Throws for an unknown effect, or a rate or count out of range. */
  add(fault: Fault): string;
  /** Returns whether a fault with that id existed. */
  remove(id: string): boolean;
  clear(): void;
  list(): Fault[];
  /** How often each present fault has matched, by its id. */
  matches(): Record<string, number>;
  /** Returns the first fault that matches this call, and uses up one of its `times`. */
  match(target: FaultTarget): Fault | undefined;
  /** Random number, 0 ≤ x < 1, for random choices of a fault other than its `rate`. */
  random(): number;
}

/** The moments at which each effect applies. */
const moments: Readonly<Record<Fault['effect'], Moment>> = {
  throttle: 'call',
  error: 'call',
  latency: 'call',
  timeout: 'call',
  duplicate: 'delivery',
  reorder: 'order',
  skew: 'start',
  stale: 'read',
};

/** Starts without faults. `random` returns 0 ≤ x < 1 and is compared with `rate`. */
export function createFaults(random: () => number = Math.random): Faults {
  const faults = new Map<string, { fault: Fault; matches: number }>();

  function hits(fault: Fault, target: FaultTarget): boolean {
    return (
      moments[fault.effect] === (target.moment ?? 'call') &&
      (fault.service === undefined || fault.service === target.service) &&
      (fault.action === undefined || fault.action === target.action) &&
      (fault.functionName === undefined || fault.functionName === target.functionName) &&
      (fault.bodyContains === undefined || target.body.includes(fault.bodyContains)) &&
      random() < (fault.rate ?? 1)
    );
  }

  return {
    add(fault) {
      validate(fault);
      const id = fault.id ?? randomUUID();
      faults.set(id, { fault: { ...fault, id }, matches: 0 });
      return id;
    },
    remove: (id) => faults.delete(id),
    clear: () => faults.clear(),
    list: () => [...faults.values()].map(({ fault }) => ({ ...fault })),
    matches: () => Object.fromEntries([...faults].map(([id, { matches }]) => [id, matches])),
    random,
    match(target) {
      for (const [id, { fault, matches }] of faults) {
        if (!hits(fault, target)) continue;
        const { times } = fault;
        if (times !== undefined && times <= 1) faults.delete(id);
        else {
          const left = times === undefined ? fault : { ...fault, times: times - 1 };
          faults.set(id, { fault: left, matches: matches + 1 });
        }
        return fault;
      }
      return undefined;
    },
  };
}

function validate({ effect, rate, times, latencyMs, skewMs }: Fault): void {
  if (!Object.hasOwn(moments, effect))
    throw new Error(`a fault's effect must be one of ${Object.keys(moments).join(', ')}, got ${effect}`);
  if (rate !== undefined && !(rate >= 0 && rate <= 1))
    throw new Error(`a fault's rate must be from 0 to 1, got ${rate}`);
  if (times !== undefined && !(Number.isInteger(times) && times >= 1)) {
    throw new Error(`a fault's times must be a positive whole number, got ${times}`);
  }
  if (effect === 'latency' && !(latencyMs !== undefined && latencyMs >= 0)) {
    throw new Error('a latency fault needs latencyMs of 0 or more');
  }
  if (effect === 'skew' && !(skewMs !== undefined && skewMs >= 0)) {
    throw new Error('a skew fault needs skewMs of 0 or more');
  }
}
