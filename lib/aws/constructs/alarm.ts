import { Stack } from 'aws-cdk-lib';
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Deployment } from '../deployment.ts';
import { alarmTopicName } from '../names.ts';

/** Where the entries of alarms are, from the project's root. */
export const runbookFile = 'lib/aws/runbook.md';

export interface AlarmMetric {
  namespace: string;
  name: string;
  dimensions: { name: string; value: string }[];
  statistic: 'Sum' | 'Average' | 'Maximum' | 'SampleCount';
}

export interface PlatformAlarmProps {
  deployment: Pick<Deployment, 'stage' | 'watch'>;
  name: string;
  /** What has happened when it goes off, without a full stop. */
  says: string;
  /** Anchor of its entry in the runbook. */
  runbook: string;
  periodSeconds: number;
  metrics: Readonly<Record<string, AlarmMetric>>;
  /** Metric math over those names. */
  expression: string;
  /** Goes off beyond that. */
  above?: number;
  /** Goes off below that. */
  below?: number;
  /** After so many periods in a row. */
  periods: number;
  /** What no data means: by default that all is well. */
  missing?: 'notBreaching' | 'breaching';
}

// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
const maxMetrics = 10;

/** An alarm by metric math that says what it means, names its entry in the runbook, and is published to the stage's topic. */
export class PlatformAlarm extends Construct {
  readonly alarmName: string;

  constructor(scope: Construct, id: string, props: PlatformAlarmProps) {
    super(scope, id);
    const { deployment, name, metrics, above, below, missing = 'notBreaching' } = props;
    if (Object.keys(metrics).length > maxMetrics)
      throw new Error(
        `The alarm ${name} has more than ${maxMetrics} metrics, which CloudWatch does not take`,
      );
    const alarm = new CfnAlarm(this, 'Alarm', {
      alarmName: name,
      alarmDescription: describeAlarm(props.says, props.runbook),
      metrics: [
        { id: 'result', label: props.says, expression: props.expression, returnData: true },
        ...Object.entries(metrics).map(([metricId, { namespace, name: metricName, ...metric }]) => ({
          id: metricId,
          returnData: false,
          metricStat: {
            metric: { namespace, metricName, dimensions: metric.dimensions },
            period: props.periodSeconds,
            stat: metric.statistic,
          },
        })),
      ],
      threshold: above ?? below,
      comparisonOperator: above === undefined ? 'LessThanThreshold' : 'GreaterThanThreshold',
      evaluationPeriods: props.periods,
      datapointsToAlarm: props.periods,
      treatMissingData: missing,
      ...alarmActions(Stack.of(this), deployment),
    });
    this.alarmName = alarm.ref;
  }
}

/** What an alarm says, and where to read on. */
export function describeAlarm(says: string, runbook: string): string {
  return `${says}. What to do: ${runbookFile}#${runbook}`;
}

/** Who receives alarms, when they go off and when they are over. */
export function alarmActions(
  stack: Stack,
  { stage, watch }: Pick<Deployment, 'stage' | 'watch'>,
): { alarmActions?: string[]; okActions?: string[] } {
  if (!watch) return {};
  const topicArn = stack.formatArn({ service: 'sns', resource: alarmTopicName(stage) });
  return { alarmActions: [topicArn], okActions: [topicArn] };
}
