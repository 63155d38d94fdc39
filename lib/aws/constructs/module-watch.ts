import type { Stack } from 'aws-cdk-lib';
import { CfnMetricFilter, type LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { metricNamespace } from '../../../shared/kernel/observability/metrics.ts';
import type { Deployment } from '../deployment.ts';
import { faultsAlarmName, moduleLogGroupName } from '../names.ts';
import { PlatformAlarm } from './alarm.ts';

/** Name of the metric of invocations that ended without a response: crash, timeout, out of memory. */
function crashesMetric(module: string): string {
  return `crashes-${module}`;
}

/** Name of the metric of server errors in the log group of a part that handles requests of other modules. */
function faultsMetric(module: string): string {
  return `faults-${module}`;
}

/** Its construct id in a stack. */
export const watchId = 'Watch';
const periodSeconds = 60;
/** A few failures are no trend; more than this number per minute are. */
const fewFailures = 3;
const maxPercent = 1;

export interface ModuleWatchProps {
  deployment: Deployment;
  module: string;
  logGroup: LogGroup;
  /**
   * The requests that it handles. Metrics of requests have the names of their modules; failures of a part that handles
   * those of other modules are counted in its log group.
   */
  requests: 'own' | 'of-other-modules' | 'none';
}

/** Counts crashed invocations of a module, and defines the alarm of its failures. */
export class ModuleWatch extends Construct {
  /** The name of the alarm, as a reference: a resource that uses it is created after the alarm. */
  readonly alarmName: string;

  constructor(scope: Construct, id: string, { deployment, module, logGroup, requests }: ModuleWatchProps) {
    super(scope, id);
    const { stage } = deployment;
    const namespace = metricNamespace(stage);
    new CfnMetricFilter(this, 'Crashes', {
      logGroupName: logGroup.logGroupName,
      // Lambda's platform report at the end of each invocation.
      filterPattern: '{ $.type = "platform.report" && $.record.status != "success" }',
      metricTransformations: [
        { metricNamespace: namespace, metricName: crashesMetric(module), metricValue: '1', unit: 'Count' },
      ],
    });
    if (requests === 'of-other-modules')
      new CfnMetricFilter(this, 'Requests', {
        logGroupName: logGroup.logGroupName,
        // The log line of a request has 0 or 1.
        filterPattern: '{ $.faults >= 0 }',
        metricTransformations: [
          {
            metricNamespace: namespace,
            metricName: faultsMetric(module),
            metricValue: '$.faults',
            unit: 'Count',
          },
        ],
      });
    const crashes = {
      namespace,
      name: crashesMetric(module),
      dimensions: [],
      statistic: 'Sum' as const,
    };
    const counted =
      requests === 'of-other-modules'
        ? { namespace, name: faultsMetric(module), dimensions: [] }
        : { namespace, name: 'faults', dimensions: [{ name: 'module', value: module }] };
    const { alarmName } = new PlatformAlarm(this, 'Faults', {
      deployment,
      name: faultsAlarmName(stage, module),
      says: `More than ${maxPercent} % of the work of ${module} fails with server errors, logged in ${moduleLogGroupName(stage, module)}`,
      runbook: 'faults-of-a-module',
      periodSeconds,
      ...(requests === 'none'
        ? { metrics: { crashes }, expression: `IF(FILL(crashes, 0) > ${fewFailures}, 100, 0)` }
        : {
            metrics: {
              faults: { ...counted, statistic: 'Sum' },
              requests: { ...counted, statistic: 'SampleCount' },
              crashes,
            },
            expression:
              `IF(FILL(faults, 0) + FILL(crashes, 0) > ${fewFailures}, ` +
              '100 * (FILL(faults, 0) + FILL(crashes, 0)) / ' +
              '(FILL(requests, 0) + FILL(crashes, 0)), 0)',
          }),
      above: maxPercent,
      periods: 2,
    });
    this.alarmName = alarmName;
  }

  /** The module watch of a stack. Throws when the stack has none. */
  static of(stack: Stack): ModuleWatch {
    const watch = stack.node.tryFindChild(watchId);
    if (watch instanceof ModuleWatch) return watch;
    throw new Error(`${stack.stackName} has no alarm of its failures`);
  }
}
