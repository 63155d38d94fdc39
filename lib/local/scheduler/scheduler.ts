/**
 * EventBridge Scheduler: calls the targets of schedules when they are due, those of the template and those made
 * through the API alike. One timer waits for the earliest of them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { dueAfter, type ScheduleDefinition } from './definition.ts';
import { createDelivery, type DeliveryOptions } from './delivery.ts';
import type { ScheduleId, ScheduleStore, StoredSchedule } from './store.ts';
import { templateSchedules } from './template-schedules.ts';

export interface ScheduleStatus {
  name: string;
  group: string;
  /** Declared by the template, or made through the API. */
  origin: 'template' | 'api';
  expression: string;
  timezone: string;
  enabled: boolean;
  /** When it is due next, ISO 8601; null when it never is again. */
  nextAt: string | null;
  /** ARN of what it calls. */
  target: string;
  /** The function that it starts; absent when it sends to a queue. */
  functionName?: string;
  /** Since the start of this process. */
  runs: number;
  failures: number;
}

export interface Scheduler {
  list(): ScheduleStatus[];
  /**
   * Calls a schedule's target now, beside its times; a one-time schedule is over then. Returns whether that
   * succeeded. Throws for an unknown name, and for one that is in several groups when none is given.
   */
  run(name: string, group?: string): Promise<boolean>;
  /** Looks again for what is due next. */
  wake(): void;
  stop(): Promise<void>;
}

export interface SchedulerOptions extends DeliveryOptions {
  store: ScheduleStore;
}

const maxAtOnce = 50;
/** Timers hold at most 2³¹ ms; a clock that was set is noticed sooner. */
const maxWaitMs = 60_000;
const stopWithinMs = 2_000;

/** Two runs count as one schedule's when group and name are the same. */
const keyOf = ({ group, name }: ScheduleId): string => `${group}/${name}`;

/** The template may have changed since the last start: its schedules begin anew, and those it lacks are gone. */
function adoptTemplate(
  store: ScheduleStore,
  definitions: readonly ScheduleDefinition[],
  nowMs: number,
): void {
  const wanted = new Set(definitions.map(keyOf));
  for (const { definition, fromTemplate } of store.list()) {
    if (fromTemplate && !wanted.has(keyOf(definition))) store.remove(definition);
  }
  for (const definition of definitions) {
    store.put({
      definition,
      fromTemplate: true,
      createdAtMs: nowMs,
      modifiedAtMs: nowMs,
      anchorMs: nowMs,
      nextMs: dueAfter(definition, nowMs, nowMs) ?? null,
      firingMs: null,
    });
  }
}

/**
 * What was due while nothing ran: a one-time schedule is due still, a recurring one goes on with its next time. That
 * it has none left ends it.
 */
function skipMissed(store: ScheduleStore, nowMs: number): void {
  store.recover();
  for (const schedule of store.due(nowMs, -1)) {
    const { definition, anchorMs } = schedule;
    if (definition.expression.startsWith('at(')) continue;
    const nextMs = dueAfter(definition, anchorMs, nowMs) ?? null;
    if (nextMs === null && definition.afterCompletion === 'DELETE') store.remove(definition);
    else store.put({ ...schedule, nextMs });
  }
}

/** Begins to call what is due; the first run of a template's rate comes after its interval. Throws for wrong wiring. */
export function startScheduler(options: SchedulerOptions): Scheduler {
  const { app, store, log } = options;
  const deliver = createDelivery(options);
  const counts = new Map<string, { runs: number; failures: number }>();
  const active = new Set<Promise<unknown>>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  adoptTemplate(store, templateSchedules(app, options.authorizeServiceCall), Date.now());
  skipMissed(store, Date.now());

  function countOf(id: ScheduleId): { runs: number; failures: number } {
    const count = counts.get(keyOf(id)) ?? { runs: 0, failures: 0 };
    counts.set(keyOf(id), count);
    return count;
  }

  /** Delivers what was claimed, then forgets the claim, and the schedule when that was its end. */
  async function fire(schedule: StoredSchedule, scheduledMs: number, isLast: boolean): Promise<boolean> {
    const { definition } = schedule;
    const removes = isLast && definition.afterCompletion === 'DELETE';
    const count = countOf(definition);
    count.runs += 1;
    const work = deliver(definition, scheduledMs).catch((error: unknown) => {
      if (!stopped) log(`The schedule ${keyOf(definition)}: ${String(error)}`);
      return false;
    });
    active.add(work);
    const succeeded = await work;
    active.delete(work);
    if (!succeeded) count.failures += 1;
    // What is still under way when all stops is due again at the next start: at least once, as in AWS.
    if (stopped) return succeeded;
    store.finish(schedule, removes);
    if (removes) counts.delete(keyOf(definition));
    wake();
    return succeeded;
  }

  function tick(): void {
    const nowMs = Date.now();
    for (const schedule of store.due(nowMs, Math.max(0, maxAtOnce - active.size))) {
      const { definition, anchorMs, nextMs } = schedule;
      const isOnce = definition.expression.startsWith('at(');
      const following = isOnce ? undefined : dueAfter(definition, anchorMs, nowMs);
      const scheduledMs = nextMs ?? nowMs;
      store.claim(definition, scheduledMs, following ?? null);
      void fire(schedule, scheduledMs, following === undefined);
    }
    wake();
  }

  function wake(): void {
    clearTimeout(timer);
    // With as many under way as may be, the next of them to end looks again.
    if (stopped || active.size >= maxAtOnce) return;
    const nextMs = store.nextDueMs();
    if (nextMs === undefined) return;
    timer = setTimeout(tick, Math.min(Math.max(nextMs - Date.now(), 0), maxWaitMs)).unref();
  }

  function statusOf({ definition, fromTemplate, nextMs }: StoredSchedule): ScheduleStatus {
    const { group, name, expression, timezone, enabled, target } = definition;
    const called = app.find(target.Arn);
    return {
      ...{ name, group, expression, timezone, enabled },
      origin: fromTemplate ? 'template' : 'api',
      nextAt: nextMs === null ? null : new Date(nextMs).toISOString(),
      target: target.Arn,
      ...(called?.type === 'AWS::Lambda::Function' && { functionName: called.physicalId }),
      ...(counts.get(keyOf(definition)) ?? { runs: 0, failures: 0 }),
    };
  }

  wake();
  return {
    list: () => store.list().map(statusOf),
    wake,
    async run(name, group) {
      const found = store
        .named(name)
        .filter(({ definition }) => definition.group === (group ?? definition.group));
      const [schedule, second] = found;
      if (schedule === undefined) throw new UnknownScheduleError(name);
      if (second !== undefined) throw new UnknownScheduleError(`${name} without its group`);
      const isOnce = schedule.definition.expression.startsWith('at(');
      if (isOnce) store.claim(schedule.definition, Date.now(), null);
      return fire(schedule, Date.now(), isOnce);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const patience = new AbortController();
      const waited = sleep(stopWithinMs, undefined, { signal: patience.signal }).catch(() => undefined);
      await Promise.race([Promise.all(active), waited]);
      patience.abort();
    },
  };
}

export class UnknownScheduleError extends Error {
  override name = 'UnknownScheduleError';

  constructor(schedule: string) {
    super(`unknown schedule ${schedule}`);
  }
}
