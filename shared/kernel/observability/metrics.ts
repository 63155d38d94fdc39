/**
 * Metrics in log lines, in the format that CloudWatch extracts from logs: no call, no client, and no waiting.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export type MetricUnit = 'Count' | 'Milliseconds' | 'Seconds';

/** Fields of a log line that are metrics, and others that are their dimensions. */
export interface Measurement {
  by: readonly string[];
  metrics: Readonly<Record<string, MetricUnit>>;
}

/** Namespace of the platform's metrics of one stage. */
export function metricNamespace(stage: string): string {
  return `PlatformModules/${stage}`;
}

/** The field that declares other fields of the same log line as metrics. Each combination of `by` values is billed. */
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
