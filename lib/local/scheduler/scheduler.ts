/**
 * EventBridge Scheduler: calls the targets of due schedules, both those of the template and those created through the
 * API. One timer waits for the earliest.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ResolvedApp, Resource } from '../types.ts';
import { definitionOf, dueAfter, type ScheduleDefinition } from './definition.ts';
import { createDelivery, type DeliveryOptions } from './delivery.ts';
import { isOneTime } from './expression.ts';
import type { ScheduleId, ScheduleStore, StoredSchedule } from './store.ts';

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
 * Reads a schedule of the template, validated as a deployment would. Throws when it starts an unknown function, has a
 * role that cannot be assumed, or lacks the permission.
 */
function templateSchedule(
  app: ResolvedApp,
  delivery: ReturnType<typeof createDelivery>,
  { properties, physicalId }: Resource,
): ScheduleDefinition {
  try {
    const definition = definitionOf({ ...properties, Name: physicalId }, Date.now());
    const { Arn } = definition.target;
    if (app.find(Arn)?.type !== 'AWS::Lambda::Function')
      throw new Error(`${Arn} is not a function of the app.`);
    const denial = delivery.denial(definition, Arn);
    if (denial !== undefined) throw new Error(denial.message);
    return definition;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The schedule ${physicalId} does not run locally: ${reason}`, { cause: error });
  }
}

/**
 * The template may have changed since the last start: its schedules are replaced, and schedules that it no longer has
 * are removed.
 */
function adoptTemplate(store: ScheduleStore, definitions: readonly ScheduleDefinition[]): void {
  const nowMs = Date.now();
  const wanted = new Set(definitions.map(keyOf));
  for (const { definition, fromTemplate } of store.list()) {
    if (fromTemplate && !wanted.has(keyOf(definition))) store.remove(definition);
  }
  for (const definition of definitions) {
    const times = { createdAtMs: nowMs, modifiedAtMs: nowMs, anchorMs: nowMs };
    const nextMs = dueAfter(definition, nowMs, nowMs) ?? null;
    store.put({ definition, fromTemplate: true, ...times, nextMs });
  }
}

/**
 * Handles due times during a downtime: a one-time schedule is still due, a recurring one continues with its next due
 * time, and ends when it has none.
 */
function skipMissed(store: ScheduleStore): void {
  const nowMs = Date.now();
  store.recover();
  for (const schedule of store.due(nowMs, -1)) {
    const { definition, anchorMs } = schedule;
    if (isOneTime(definition.expression)) continue;
    const nextMs = dueAfter(definition, anchorMs, nowMs) ?? null;
    if (nextMs === null && definition.afterCompletion === 'DELETE') store.remove(definition);
    else store.put({ ...schedule, nextMs });
  }
}

export type Scheduler = ReturnType<typeof startScheduler>;

/**
 * Starts calling due targets; the first run of a template's rate is after its interval. Throws for schedules that AWS
 * would refuse.
 */
export function startScheduler(options: SchedulerOptions) {
  const { app, store, log } = options;
  const delivery = createDelivery(options);
  const counts = new Map<string, { runs: number; failures: number }>();
  const active = new Set<Promise<unknown>>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** Reads the next due time again. */
  function wake(): void {
    clearTimeout(timer);
    // At the limit, the next delivery that ends looks for due schedules again.
    if (isStopped || active.size >= maxAtOnce) return;
    const nextMs = store.nextDueMs();
    if (nextMs === null) return;
    const waitMs = Math.min(Math.max(nextMs - Date.now(), 0), maxWaitMs);
    timer = setTimeout(startDue, waitMs).unref();
  }

  function startDue(): void {
    const nowMs = Date.now();
    for (const schedule of store.due(nowMs, Math.max(0, maxAtOnce - active.size))) {
      const { definition, anchorMs, nextMs } = schedule;
      const following = isOneTime(definition.expression) ? undefined : dueAfter(definition, anchorMs, nowMs);
      const scheduledMs = nextMs ?? nowMs;
      store.claim(definition, scheduledMs, following ?? null);
      void fire(schedule, scheduledMs, following === undefined);
    }
    wake();
  }

  /** Delivers a claimed schedule, then clears the claim, and removes the schedule after its last run. */
  async function fire(schedule: StoredSchedule, scheduledMs: number, isLast: boolean): Promise<boolean> {
    const { definition, version } = schedule;
    const key = keyOf(definition);
    const count = counts.get(key) ?? { runs: 0, failures: 0 };
    counts.set(key, count);
    count.runs += 1;
    const work = delivery.deliver(definition, scheduledMs).catch((error: unknown) => {
      if (!isStopped) log(`The schedule ${key}: ${String(error)}`);
      return false;
    });
    active.add(work);
    const succeeded = await work;
    active.delete(work);
    if (!succeeded) count.failures += 1;
    // Deliveries in progress when the runtime stops are due again at the next start: at least once, as in AWS.
    if (isStopped) return succeeded;
    if (isLast && definition.afterCompletion === 'DELETE') {
      store.remove(definition, version);
      counts.delete(key);
    } else store.finish(schedule);
    wake();
    return succeeded;
  }

  const declared = app.ofType('AWS::Scheduler::Schedule');
  adoptTemplate(
    store,
    declared.map((resource) => templateSchedule(app, delivery, resource)),
  );
  skipMissed(store);
  wake();
  return {
    wake,
    /** Lists all schedules, with the runs since the start of this process. */
    list: () =>
      store.list().map(({ definition, fromTemplate, nextMs }) => {
        const { group, name, expression, timezone, enabled, target } = definition;
        const called = app.find(target.Arn);
        return {
          ...{ name, group, expression, timezone, enabled },
          origin: fromTemplate ? ('template' as const) : ('api' as const),
          nextAt: nextMs === null ? null : new Date(nextMs).toISOString(),
          target: target.Arn,
          ...(called?.type === 'AWS::Lambda::Function' && { functionName: called.physicalId }),
          ...(counts.get(keyOf(definition)) ?? { runs: 0, failures: 0 }),
        };
      }),
    /**
     * Calls a schedule's target now, besides its due times; a one-time schedule then ends. Returns whether the call
     * succeeded. Throws for an unknown name, and for a name of several groups when no group is given.
     */
    async run(name: string, group?: string): Promise<boolean> {
      const candidates = store.list({ group, namePrefix: name });
      const [schedule, second] = candidates.filter(({ definition }) => definition.name === name);
      if (schedule === undefined) throw new Error(`unknown schedule ${name}`);
      if (second !== undefined)
        throw new Error(`the schedule ${name} exists in several groups: give its group`);
      const isOnce = isOneTime(schedule.definition.expression);
      if (isOnce) store.claim(schedule.definition, Date.now(), null);
      return fire(schedule, Date.now(), isOnce);
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await Promise.race([Promise.all(active), sleep(stopWithinMs, undefined, { ref: false })]);
    },
  };
}
