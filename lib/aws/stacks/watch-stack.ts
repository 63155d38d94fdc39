import { Fn } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { apiNames } from '../../../shared/kernel/modules/manifest.ts';
import { metricNamespace } from '../../../shared/kernel/observability/metrics.ts';
import type { Worker } from '../../../shared/kernel/queues/worker-spec.ts';
import { type AlarmMetric, maxMetrics, PlatformAlarm, type PlatformAlarmProps } from '../constructs/alarm.ts';
import { Dashboard } from '../constructs/dashboard.ts';
import type { Deployment } from '../deployment.ts';
import { apiIdExportName, functionName, queueName, tableName } from '../names.ts';
import { PlatformStack } from './platform-stack.ts';

const minute = 60;
/** A message that waits for its own retry is no backlog; the longest such wait is a quarter of an hour. */
const oldestMessageSeconds = 1_800;
const oldestEventMs = 300_000;
const latestRunMs = 120_000;
const maxSyncLagSeconds = 3_600;
const minDelivered = 0.5;
const fewAttempts = 20;

const groupsOf = <Member>(members: readonly Member[], size: number): Member[][] =>
  Array.from({ length: Math.ceil(members.length / size) }, (_, index) =>
    members.slice(index * size, (index + 1) * size),
  );

type AlarmSpec = Omit<PlatformAlarmProps, 'deployment' | 'name'>;

/** The alarms of shared resources and of queues, and the dashboard. Modules define the alarms of their failures. */
export class WatchStack extends PlatformStack {
  constructor(
    scope: Construct,
    deployment: Deployment,
    /** Modules with endpoints. */
    modules: readonly string[],
    workers: readonly Worker[],
    queues: readonly string[],
    /** Names of the functions behind URLs. */
    streaming: readonly string[],
  ) {
    super(scope, deployment, 'watch', 'Platform Modules: alarms and the dashboard');
    const { stage } = deployment;
    const alarm = (name: string, spec: AlarmSpec) =>
      new PlatformAlarm(this, name, { ...spec, deployment, name: `pm-${stage}-${name}` });
    const own = (name: string, statistic: AlarmMetric['statistic']): AlarmMetric => ({
      namespace: metricNamespace(stage),
      name,
      dimensions: [],
      statistic,
    });

    for (const module of new Set(workers.map((worker) => worker.module))) {
      const read = workers.flatMap(({ trigger, module: of }) =>
        of === module && trigger.kind === 'queue' ? [trigger.queue] : [],
      );
      if (read.length === 0) continue;
      alarm(`${module}-backlog`, {
        says: `Messages wait for ${module} for longer than ${oldestMessageSeconds / minute} minutes`,
        runbook: 'backlog-of-a-module',
        periodSeconds: 5 * minute,
        metrics: Object.fromEntries(
          read.map((queue, index) => [`q${index}`, this.#ageOf(queueName(stage, queue))]),
        ),
        expression: `MAX([${read.map((_, index) => `FILL(q${index}, 0)`).join(', ')}])`,
        above: oldestMessageSeconds,
        periods: 3,
      });
    }

    for (const { module, name, trigger } of workers) {
      if (trigger.kind !== 'stream') continue;
      alarm(`${module}-stream-age`, {
        says: 'Events of committed changes wait to be published for longer than 5 minutes',
        runbook: 'events-late',
        periodSeconds: minute,
        metrics: {
          age: {
            namespace: 'AWS/Lambda',
            name: 'IteratorAge',
            dimensions: this.#functionOf(functionName(stage, module, name)),
            statistic: 'Maximum',
          },
        },
        expression: 'FILL(age, 0)',
        above: oldestEventMs,
        periods: 3,
      });
    }

    const apiIds = apiNames.map((api) => Fn.importValue(apiIdExportName(stage, api)));
    for (const [index, api] of apiNames.entries()) {
      const ofApi = (name: string, statistic: AlarmMetric['statistic']): AlarmMetric => ({
        namespace: 'AWS/ApiGateway',
        name,
        dimensions: [{ name: 'ApiId', value: apiIds[index] ?? '' }],
        statistic,
      });
      alarm(api === 'main' ? 'api-failures' : `${api}-api-failures`, {
        says: `More than 1 % of all requests of the ${api} API fail with server errors, before or in their functions`,
        runbook: 'api-failures',
        periodSeconds: minute,
        metrics: { failed: ofApi('5xx', 'Sum'), requests: ofApi('Count', 'Sum') },
        expression: 'IF(FILL(failed, 0) > 5, 100 * FILL(failed, 0) / FILL(requests, 1), 0)',
        above: 1,
        periods: 3,
      });
    }
    for (const [index, names] of groupsOf(streaming, maxMetrics).entries())
      alarm(`streams-failures${index === 0 ? '' : `-${index}`}`, {
        says: 'Functions behind URLs return server errors: files, images, exports or event streams',
        runbook: 'streams-failures',
        periodSeconds: minute,
        metrics: Object.fromEntries(
          names.map((name, position) => [
            `f${position}`,
            {
              namespace: 'AWS/Lambda',
              name: 'Url5xxCount',
              dimensions: this.#functionOf(name),
              statistic: 'Sum' as const,
            },
          ]),
        ),
        expression: `SUM([${names.map((__, position) => `FILL(f${position}, 0)`).join(', ')}])`,
        above: 5,
        periods: 3,
      });
    if (deployment.email !== undefined) {
      const reputation = (name: string): Record<string, AlarmMetric> => ({
        rate: { namespace: 'AWS/SES', name: `Reputation.${name}`, dimensions: [], statistic: 'Average' },
      });
      // SES reviews an account above these rates, and stops it above the double:
      // https://docs.aws.amazon.com/ses/latest/dg/reputation-dashboard-dg.html
      for (const [name, metric, above] of [
        ['mails-bounced', 'BounceRate', 0.05],
        ['mails-complained', 'ComplaintRate', 0.001],
      ] as const)
        alarm(name, {
          says: `The ${metric} of e-mails is so high that SES may stop the account from sending`,
          runbook: 'mails-refused',
          periodSeconds: 60 * minute,
          metrics: reputation(metric),
          expression: 'FILL(rate, 0)',
          above,
          periods: 1,
        });
    }
    alarm('throttles', {
      says: 'Functions are throttled, because the account has no concurrency left',
      runbook: 'functions-throttled',
      periodSeconds: minute,
      metrics: {
        throttled: { namespace: 'AWS/Lambda', name: 'Throttles', dimensions: [], statistic: 'Sum' },
      },
      expression: 'FILL(throttled, 0)',
      above: 10,
      periods: 3,
    });
    const ofTable = (name: string): AlarmMetric => ({
      namespace: 'AWS/DynamoDB',
      name,
      dimensions: [{ name: 'TableName', value: tableName(stage) }],
      statistic: 'Sum',
    });
    alarm('table-throttles', {
      says: 'The table throttles reads or writes',
      runbook: 'table-throttled',
      periodSeconds: minute,
      metrics: { reads: ofTable('ReadThrottleEvents'), writes: ofTable('WriteThrottleEvents') },
      expression: 'FILL(reads, 0) + FILL(writes, 0)',
      above: 10,
      periods: 3,
    });
    alarm('deliveries-failing', {
      says: `Fewer than ${minDelivered * 100} % of the attempts to deliver webhooks succeed`,
      runbook: 'deliveries-failing',
      periodSeconds: 5 * minute,
      metrics: { share: own('delivered', 'Average'), attempts: own('delivered', 'SampleCount') },
      expression: `IF(attempts > ${fewAttempts}, share, 1)`,
      below: minDelivered,
      periods: 3,
    });
    alarm('runs-late', {
      says: 'Scheduled runs start more than 2 minutes late',
      runbook: 'runs-late',
      periodSeconds: 5 * minute,
      metrics: { lateness: own('latenessMs', 'Maximum') },
      expression: 'FILL(lateness, 0)',
      above: latestRunMs,
      periods: 2,
    });
    alarm('sync-late', {
      says: `Synchronization is more than ${maxSyncLagSeconds / minute} minutes behind`,
      runbook: 'synchronization-late',
      periodSeconds: 5 * minute,
      metrics: { lag: own('syncLagSeconds', 'Maximum') },
      expression: 'FILL(lag, 0)',
      above: maxSyncLagSeconds,
      periods: 3,
    });
    alarm('canary', {
      says: 'The canary fails: requests fail from end to end, or it was never set up',
      runbook: 'canary-lost',
      periodSeconds: 5 * minute,
      metrics: { lost: own('canaryLost', 'Sum') },
      expression: 'lost',
      above: 0,
      periods: 2,
      missing: 'breaching',
    });

    new Dashboard(this, 'Dashboard', { deployment, modules, workers, queues, apiIds });
  }

  #ageOf(name: string): AlarmMetric {
    return {
      namespace: 'AWS/SQS',
      name: 'ApproximateAgeOfOldestMessage',
      dimensions: [{ name: 'QueueName', value: name }],
      statistic: 'Maximum',
    };
  }

  /** Metrics of a function behind an alias are also reported for the function as a whole. */
  #functionOf(value: string): AlarmMetric['dimensions'] {
    return [{ name: 'FunctionName', value }];
  }
}
