/** Alarms and widgets that would never show data: metrics that nothing emits, and searches that match nothing. */
import { globSync, readFileSync } from 'node:fs';
import { notFoundEntry } from '../../../lib/aws/function-entries.ts';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import type { Synthesized, TemplateResource } from '../runtime/template.ts';
import { text } from '../runtime/template.ts';
import { isRecord } from './references.ts';

interface Metric {
  namespace: string;
  name: string;
  dimensions: Readonly<Record<string, string>>;
}

/** Metrics that the code writes into log lines (`Measurement` in the kernel), by their names, with their dimensions. */
export function loggedMetrics(): Map<string, string[][]> {
  logged ??= readMeasurements();
  return logged;
}

let logged: Map<string, string[][]> | undefined;

function readMeasurements(): Map<string, string[][]> {
  const found = new Map<string, string[][]>();
  for (const file of globSync('shared/**/*.ts')) {
    const source = readFileSync(file, 'utf8');
    for (const [, body = ''] of source.matchAll(/: Measurement = \{([^;]*)\};/g)) {
      const [, by = ''] = /by: \[([^\]]*)\]/.exec(body) ?? [];
      const [, metrics = ''] = /metrics: \{([^}]*)\}/.exec(body) ?? [];
      const dimensions = [...by.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
      for (const [, name = ''] of metrics.matchAll(/(\w+):/g))
        found.set(name, [...(found.get(name) ?? []), dimensions]);
    }
  }
  return found;
}

/**
 * Metrics that AWS emits, with the names of their dimensions and the type of the resource that a dimension names. Each
 * list is from the service's page "Monitoring with CloudWatch".
 */
const emitted: Readonly<
  Record<string, { dimensions: readonly (readonly string[])[]; metrics: readonly string[] }>
> = {
  'AWS/SQS': {
    dimensions: [['QueueName']],
    metrics: ['ApproximateAgeOfOldestMessage', 'ApproximateNumberOfMessagesVisible'],
  },
  'AWS/Lambda': {
    dimensions: [[], ['FunctionName']],
    metrics: [
      'ConcurrentExecutions',
      'Duration',
      'Errors',
      'Invocations',
      'IteratorAge',
      'Throttles',
      'Url5xxCount',
    ],
  },
  'AWS/ApiGateway': { dimensions: [['ApiId']], metrics: ['4xx', '5xx', 'Count'] },
  'AWS/DynamoDB': {
    dimensions: [['TableName']],
    metrics: [
      'ConsumedReadCapacityUnits',
      'ConsumedWriteCapacityUnits',
      'ReadThrottleEvents',
      'TransactionConflict',
      'WriteThrottleEvents',
    ],
  },
  'AWS/ApplicationELB': {
    dimensions: [['LoadBalancer', 'TargetGroup']],
    metrics: ['HealthyHostCount', 'UnHealthyHostCount'],
  },
  'AWS/SES': { dimensions: [[]], metrics: ['Reputation.BounceRate', 'Reputation.ComplaintRate'] },
  'AWS/CloudFront': { dimensions: [['DistributionId', 'Region']], metrics: ['5xxErrorRate', 'Requests'] },
  'AWS/CertificateManager': { dimensions: [['CertificateArn']], metrics: ['DaysToExpiry'] },
};

/** The names that a dimension can have, by the type and the property of the resources that it names. */
const namesOfDimension: Readonly<Record<string, (app: Synthesized) => readonly string[]>> = {
  QueueName: (app) => propertyOf(app, 'AWS::SQS::Queue', 'QueueName'),
  FunctionName: (app) => propertyOf(app, 'AWS::Lambda::Function', 'FunctionName'),
  TableName: (app) => propertyOf(app, 'AWS::DynamoDB::Table', 'TableName'),
  ApiId: (app) => exportsOf(app, 'AWS::ApiGatewayV2::Api'),
  DistributionId: (app) => exportsOf(app, 'AWS::CloudFront::Distribution'),
  LoadBalancer: (app) => exportsOf(app, 'AWS::ElasticLoadBalancingV2::LoadBalancer'),
  TargetGroup: (app) => exportsOf(app, 'AWS::ElasticLoadBalancingV2::TargetGroup'),
  CertificateArn: (app) => exportsOf(app, 'AWS::CertificateManager::Certificate'),
  Region: () => ['Global'],
  module: () => [...endpoints.map(({ module }) => module), notFoundEntry.module],
};

const propertyOf = (app: Synthesized, type: string, property: string): string[] =>
  app.ofType(type).map(({ properties }) => text(properties[property]));

/** References to resources of a type: in their own stack by logical id, in others by import or output. */
function exportsOf(app: Synthesized, type: string): string[] {
  return app.ofType(type).flatMap(({ stack, logicalId }) => {
    const own = app.stacks.find(({ name }) => name === stack);
    const all = own?.outputs.map((output, index) => ({ ...output, name: own.outputNames[index] })) ?? [];
    const outputs = all.filter(({ value }) => text(value).startsWith(`<${logicalId}`));
    return [
      `<${logicalId}>`,
      `<${logicalId}.LoadBalancerFullName>`,
      `<${logicalId}.TargetGroupFullName>`,
      ...outputs.map(({ exportName }) => `<import ${text(exportName)}>`),
      ...outputs.map(({ name }) =>
        text({ 'Fn::GetStackOutput': { StackName: stack, Region: 'us-east-1', OutputName: name } }),
      ),
    ];
  });
}

/** Why nothing emits a metric; undefined for one that something emits. */
function metricProblem(app: Synthesized, { namespace, name, dimensions }: Metric): string | undefined {
  const wanted = Object.keys(dimensions).toSorted();
  const emittedBy = (all: readonly (readonly string[])[] | undefined): boolean =>
    all?.some((one) => one.toSorted().join() === wanted.join()) ?? false;
  if (namespace.startsWith('AWS/')) {
    const known = emitted[namespace];
    if (known === undefined || !known.metrics.includes(name)) return 'AWS emits no such metric';
    if (!emittedBy(known.dimensions)) return `AWS emits it by other dimensions than ${wanted.join(', ')}`;
  } else {
    const logged = namespace.startsWith('PlatformModules/') && emittedBy(loggedMetrics().get(name));
    const filtered = wanted.length === 0 && filteredMetrics(app).includes(`${namespace} ${name}`);
    if (!logged && !filtered) return 'neither the code nor a metric filter emits it';
  }
  const wrong = Object.entries(dimensions).find(
    ([dimension, value]) => !(namesOfDimension[dimension]?.(app) ?? []).includes(value),
  );
  return wrong === undefined ? undefined : `no resource has the ${wrong[0]} ${wrong[1]}`;
}

const filteredMetrics = (app: Synthesized): string[] =>
  app
    .ofType('AWS::Logs::MetricFilter')
    .flatMap(({ properties }) =>
      (Array.isArray(properties.MetricTransformations) ? properties.MetricTransformations : []).map(
        ({ MetricNamespace, MetricName }) => `${text(MetricNamespace)} ${text(MetricName)}`,
      ),
    );

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function metricsOfAlarm({ properties }: TemplateResource): Metric[] {
  const single = properties.MetricName === undefined ? [] : [properties];
  const several = listOf(properties.Metrics).flatMap((one) =>
    isRecord(one) && isRecord(one.MetricStat) ? [one.MetricStat.Metric] : [],
  );
  return [...single, ...several].filter(isRecord).map(({ Namespace, MetricName, Dimensions }) => ({
    namespace: text(Namespace),
    name: text(MetricName),
    dimensions: Object.fromEntries(
      listOf(Dimensions)
        .filter(isRecord)
        .map(({ Name, Value }) => [text(Name), text(Value)]),
    ),
  }));
}

/** Every identifier in the expression of an alarm is a metric of it. */
function expressionProblems({ properties }: TemplateResource): string[] {
  const metrics = listOf(properties.Metrics).filter(isRecord);
  const ids = metrics.map(({ Id }) => text(Id));
  return metrics.flatMap(({ Expression }) =>
    [...text(Expression ?? '').matchAll(/\b[a-z]\w*\b/g)]
      .map(([id]) => id)
      .filter((id) => Expression !== undefined && !ids.includes(id)),
  );
}

interface Widget {
  title: string;
  metrics: unknown[][];
}

/** The widgets of all dashboards. */
export function widgetsOf(app: Synthesized): Widget[] {
  return app.ofType('AWS::CloudWatch::Dashboard').flatMap(({ properties }) => {
    const { widgets }: { widgets: { properties: Widget }[] } = JSON.parse(text(properties.DashboardBody));
    return widgets.map((widget) => widget.properties);
  });
}

function metricOfWidget(row: readonly unknown[]): Metric {
  const [namespace, name, ...rest] = row.filter((cell) => typeof cell === 'string').map(String);
  const dimensions = Object.fromEntries(
    rest.flatMap((cell, index) => (index % 2 === 0 ? [[cell, rest[index + 1] ?? '']] : [])),
  );
  return { namespace: namespace ?? '', name: name ?? '', dimensions };
}

/** Why a search finds nothing; undefined for one that finds metrics. */
export function searchProblem(app: Synthesized, expression: string): string | undefined {
  const [, schema = '', name = '', terms = ''] =
    /SEARCH\('\{([^}]+)\} MetricName="([^"]+)"\s*([^']*)'/.exec(expression) ?? [];
  const [namespace = '', ...dimensions] = schema.split(',').map((one) => one.replaceAll('"', ''));
  const isKnown = namespace.startsWith('AWS/')
    ? emitted[namespace]?.metrics.includes(name) &&
      emitted[namespace].dimensions.some((one) => one.join() === dimensions.join())
    : loggedMetrics()
        .get(name)
        ?.some((one) => one.join() === dimensions.join());
  if (!isKnown) return `nothing emits ${name} of ${namespace} by ${dimensions.join(', ')}`;
  const words = terms.split(' ').filter((word) => word !== '');
  const [dimension = ''] = dimensions;
  const names = namesOfDimension[dimension]?.(app) ?? [];
  // Words in quotes have to be a whole name; others match its parts.
  const found = names.filter((one) =>
    words.every((word) =>
      word.startsWith('"') ? one === word.slice(1, -1) : one.split(/[-_./]/).includes(word),
    ),
  );
  return found.length > 0 ? undefined : `no ${dimension} matches ${terms}`;
}

/** Everything that alarms and widgets show and nothing emits. */
export function monitoringProblems(app: Synthesized): string[] {
  const alarms = app.ofType('AWS::CloudWatch::Alarm').flatMap((alarm) => [
    ...metricsOfAlarm(alarm).flatMap((metric) => {
      const problem = metricProblem(app, metric);
      return problem === undefined
        ? []
        : [`alarm ${text(alarm.properties.AlarmName)}: ${metric.name}: ${problem}`];
    }),
    ...expressionProblems(alarm).map(
      (id) => `alarm ${text(alarm.properties.AlarmName)}: its expression names ${id}, which it does not have`,
    ),
  ]);
  const widgets = widgetsOf(app).flatMap(({ title, metrics }) =>
    metrics.flatMap((row) => {
      const [first] = row;
      const { expression } = isRecord(first) ? first : {};
      const problem =
        expression === undefined
          ? metricProblem(app, metricOfWidget(row))
          : searchProblem(app, String(expression));
      return problem === undefined ? [] : [`widget ${title}: ${problem}`];
    }),
  );
  return [...alarms, ...widgets];
}
