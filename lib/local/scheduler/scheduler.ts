/**
 * EventBridge Scheduler: calls the targets of due schedules, both those of the template and those created through the
 * API. One timer waits for the earliest.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { dueAfter, type ScheduleDefinition } from './definition.ts';
import { createDelivery, type DeliveryOptions } from './delivery.ts';
import type { ScheduleId, ScheduleStore, StoredSchedule } from './store.ts';
import { templateSchedules } from './template-schedules.ts';

export interface ScheduleStatus {
  name: string;
  group: string;
  /** Whether the template declares it or the API created it. */
  origin: 'template' | 'api';
  expression: string;
  timezone: string;
  enabled: boolean;
  /** Next due time, ISO 8601; null when there is none. */
  nextAt: string | null;
  /** ARN of its target. */
  target: string;
  /** The function that it starts; undefined when it sends to a queue. */
  functionName?: string;
  /** Counted since the start of this process. */
  runs: number;
  failures: number;
}

export interface Scheduler {
  list(): ScheduleStatus[];
  /**
   * Calls a schedule's target now, besides its due times; a one-time schedule then ends. Returns whether the call
   * succeeded. Throws for an unknown name, and for a name of several groups when no group is given.
   */
  run(name: string, group?: string): Promise<boolean>;
  /** Reads the next due time again. */
  wake(): void;
  stop(): Promise<void>;
}

export interface SchedulerOptions extends DeliveryOptions {
  store: ScheduleStore;
}

const maxAtOnce = 50;
/** Timers are limited to 2³¹ ms; this shorter limit also notices a changed clock. */
const maxWaitMs = 60_000;
const stopWithinMs = 2_000;

/** Runs are counted per schedule, identified by group and name. */
const keyOf = ({ group, name }: ScheduleId): string => `${group}/${name}`;

/**
 * The template may have changed since the last start: its schedules are replaced, and schedules that it no longer has
 * are removed.
 */
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
 * Handles due times during a downtime: a one-time schedule is still due, a recurring one continues with its next due
 * time, and ends when it has none.
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

/**
 * Starts calling due targets; the first run of a template's rate is after its interval. Throws for schedules that AWS
 * would refuse.
 */
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

  /** Delivers a claimed schedule, then clears the claim, and removes the schedule after its last run. */
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
    // Deliveries in progress when the runtime stops are due again at the next start: at least once, as in AWS.
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
    // At the limit, the next delivery that ends looks for due schedules again.
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
      if (second !== undefined)
        throw new UnknownScheduleError(`${name} exists in several groups: give its group`);
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
