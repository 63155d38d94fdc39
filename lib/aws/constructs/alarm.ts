import { Stack } from 'aws-cdk-lib';
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Deployment } from '../deployment.ts';
import { alarmTopicName } from '../names.ts';

/** The runbook with the entries of alarms, from the project's root. */
export const runbookFile = 'lib/aws/runbook.md';

export interface AlarmMetric {
  namespace: string;
  name: string;
  dimensions: { name: string; value: string }[];
  statistic: 'Sum' | 'Average' | 'Maximum' | 'SampleCount';
}

export interface PlatformAlarmProps {
  deployment: Pick<Deployment, 'stage' | 'watch'>;
  /** The topic of its region; by default that of the stage. */
  topicName?: string;
  name: string;
  /** The cause, without a full stop. */
  says: string;
  /** Anchor of its entry in the runbook. */
  runbook: string;
  periodSeconds: number;
  metrics: Readonly<Record<string, AlarmMetric>>;
  /** Metric math over those names. */
  expression: string;
  /** Goes off above this value. */
  above?: number;
  /** Goes off below this value. */
  below?: number;
  /** Number of consecutive periods before it goes off. */
  periods: number;
  /** How missing data is treated; by default as no problem. */
  missing?: 'notBreaching' | 'breaching';
}

// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
export const maxMetrics = 10;

/**
 * An alarm with metric math, whose description names its cause and its runbook entry, and which is published to the
 * stage's topic.
 */
export class PlatformAlarm extends Construct {
  readonly alarmName: string;

  constructor(scope: Construct, id: string, props: PlatformAlarmProps) {
    super(scope, id);
    const { deployment, topicName, name, metrics, above, below, missing = 'notBreaching' } = props;
    if (Object.keys(metrics).length > maxMetrics)
      throw new Error(`The alarm ${name} has more than ${maxMetrics} metrics, the limit of CloudWatch`);
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
      ...alarmActions(Stack.of(this), deployment, topicName),
    });
    this.alarmName = alarm.ref;
  }
}

/** Description of an alarm: its cause, and where to read on. */
export function describeAlarm(says: string, runbook: string): string {
  return `${says}. What to do: ${runbookFile}#${runbook}`;
}

/** The topic for the start and the end of alarms. */
export function alarmActions(
  stack: Stack,
  { stage, watch }: Pick<Deployment, 'stage' | 'watch'>,
  topicName = alarmTopicName(stage),
): { alarmActions?: string[]; okActions?: string[] } {
  if (!watch) return {};
  const topicArn = stack.formatArn({ service: 'sns', resource: topicName });
  return { alarmActions: [topicArn], okActions: [topicArn] };
}
