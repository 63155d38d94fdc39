/**
 * Metrics as part of log lines, in the format that CloudWatch reads out of logs by itself: no call, no client, and
 * nothing that a request waits for. https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export type MetricUnit = 'Count' | 'Milliseconds' | 'Seconds';

/** Some fields of a log line that are metrics, and others that are their dimensions. */
export interface Measurement {
  by: readonly string[];
  metrics: Readonly<Record<string, MetricUnit>>;
}

/** Namespace of the platform's metrics of one stage. */
export function metricNamespace(stage: string): string {
  return `PlatformModules/${stage}`;
}

/** The field that makes metrics of other fields of the same log line. Each combination of `by` values is paid for. */
export function asMetrics(measurements: readonly Measurement[], nowMs = Date.now()): { _aws: object } {
  return {
    _aws: {
      Timestamp: nowMs,
      CloudWatchMetrics: measurements.map(({ by, metrics }) => ({
        Namespace: metricNamespace(process.env.STAGE ?? ''),
        Dimensions: [by],
        Metrics: Object.entries(metrics).map(([Name, Unit]) => ({ Name, Unit })),
      })),
    },
  };
}
