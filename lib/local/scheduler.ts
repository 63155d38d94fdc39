/** EventBridge Scheduler: runs the functions of the template's schedules at their rates. */
import { roleTrusts, statementsOfRole } from './identities.ts';
import { isRecord } from './intrinsics.ts';
import type { AuthorizeServiceCall, LambdaService } from './lambda.ts';
import type { ResolvedApp, Resource } from './types.ts';

export interface ScheduleStatus {
  name: string;
  everySeconds: number;
  functionName: string;
  runs: number;
  failures: number;
}

export interface Scheduler {
  list(): ScheduleStatus[];
  /** Runs a schedule now, beside its rate. Answers whether its function succeeded. Throws for an unknown name. */
  run(name: string): Promise<boolean>;
  stop(): void;
}

export interface SchedulerOptions {
  app: ResolvedApp;
  lambda: LambdaService;
  authorizeServiceCall: AuthorizeServiceCall;
}

const unitSeconds: Readonly<Record<string, number>> = { minute: 60, hour: 3600, day: 86_400 };

/** `rate(5 minutes)` in seconds. Throws for expressions that do not run here. */
export function rateSeconds(expression: string): number {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const seconds = Number(count) * (unitSeconds[unit] ?? 0);
  if (seconds > 0) return seconds;
  throw new Error(`The schedule expression "${expression}" does not run locally.`);
}

interface Schedule {
  status: ScheduleStatus;
  payload: string;
}

/** Reads a schedule. Throws for what the service would refuse, and for what does not run here. */
function scheduleOf(resource: Resource, { app, authorizeServiceCall }: SchedulerOptions): Schedule {
  const { properties, physicalId: name, arn } = resource;
  const target = isRecord(properties.Target) ? properties.Target : {};
  const lambda = app.find(String(target.Arn));
  if (lambda?.type !== 'AWS::Lambda::Function') {
    throw new Error(`The schedule ${name} starts ${String(target.Arn)}, which is no function of the app.`);
  }
  const roleArn = String(target.RoleArn);
  const group = String(properties.GroupName ?? 'default');
  const trust = {
    'aws:SourceAccount': arn.split(':')[4] ?? '',
    'aws:SourceArn': arn.replace(/schedule\/.*$/, `schedule-group/${group}`),
  };
  if (!roleTrusts(app, roleArn, 'scheduler.amazonaws.com', trust)) {
    throw new Error(`${roleArn}, the role of the schedule ${name}, cannot be assumed by the scheduler.`);
  }
  const need = { action: 'lambda:InvokeFunction', resource: lambda.arn };
  const statements = statementsOfRole(app, roleArn);
  if (!authorizeServiceCall({ identityName: name, statements, ...need })) {
    throw new Error(`The role of the schedule ${name} does not allow ${need.action} on ${need.resource}.`);
  }
  const everySeconds = rateSeconds(String(properties.ScheduleExpression));
  const status = { name, everySeconds, functionName: lambda.physicalId, runs: 0, failures: 0 };
  return { status, payload: String(target.Input ?? '{}') };
}

/** Starts the template's schedules; the first run of each comes after its interval. */
export function startScheduler(options: SchedulerOptions): Scheduler {
  const resources = options.app
    .ofType('AWS::Scheduler::Schedule')
    .filter(({ properties }) => properties.State !== 'DISABLED');
  const schedules = new Map(
    resources.map((resource) => [resource.physicalId, scheduleOf(resource, options)] as const),
  );

  async function run({ status, payload }: Schedule): Promise<boolean> {
    status.runs += 1;
    const failed = await options.lambda.invoke(status.functionName, payload).then(
      ({ functionError }) => functionError !== undefined,
      // The runtime is stopping.
      () => true,
    );
    if (failed) status.failures += 1;
    return !failed;
  }

  const timers = [...schedules.values()].map((schedule) =>
    setInterval(() => void run(schedule), schedule.status.everySeconds * 1000).unref(),
  );
  return {
    list: () => [...schedules.values()].map(({ status }) => ({ ...status })),
    async run(name) {
      const schedule = schedules.get(name);
      if (schedule === undefined) throw new Error(`unknown schedule ${name}`);
      return run(schedule);
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
