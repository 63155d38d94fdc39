import { Stack } from 'aws-cdk-lib';
import { CfnDashboard } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { metricNamespace } from '../../../shared/kernel/observability/metrics.ts';
import type { Worker } from '../../../shared/kernel/queues/worker-spec.ts';
import type { Deployment } from '../deployment.ts';
import { deadLetterQueueName, frontName, functionNamePrefix, queueName, tableName } from '../names.ts';

export interface DashboardProps {
  deployment: Deployment;
  modules: readonly string[];
  workers: readonly Worker[];
  queues: readonly string[];
  apiIds: readonly string[];
}

type Metric = unknown[];

const columns = 24;
const height = 6;

/** One page: client-side metrics first, then the flow of work, then the resources. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    const { deployment, modules, queues, apiIds } = props;
    const { stage } = deployment;
    const { region } = Stack.of(this);
    const namespace = metricNamespace(stage);
    const queueNames = queues.map((name) => queueName(stage, name));
    const byModule = (name: string, stat: string): Metric[] =>
      modules.map((module) => [namespace, name, 'module', module, { stat, label: module }]);
    const ofQueues = (name: string, of: (queue: string) => string): Metric[] =>
      queueNames.map((queue, index) => ['AWS/SQS', name, 'QueueName', of(queue), { label: queues[index] }]);
    /** The busiest functions of the stage, one line each: a function is an operation or a worker. */
    const functions = (name: string, stat: string): Metric[] => {
      // Words without quotes match parts of a name; in quotes they would have to be the whole name.
      const words = functionNamePrefix(stage, '').split('-').filter(Boolean).join(' ');
      const search = `{AWS/Lambda,FunctionName} MetricName="${name}" ${words}`;
      return [[{ expression: `SORT(SEARCH('${search}', '${stat}', 60), MAX, DESC, 10)`, id: 'busiest' }]];
    };

    const widgets: [title: string, metrics: Metric[], options?: object][] = [
      [
        'Canary: failed runs, and their duration',
        [
          [namespace, 'canaryLost', { stat: 'Sum' }],
          [namespace, 'canaryMs', { stat: 'Maximum', yAxis: 'right' }],
        ],
      ],
      [
        'Requests and failures',
        apiIds.flatMap((apiId) => [
          ['AWS/ApiGateway', 'Count', 'ApiId', apiId, { stat: 'Sum' }],
          ['AWS/ApiGateway', '5xx', 'ApiId', apiId, { stat: 'Sum', yAxis: 'right' }],
          ['AWS/ApiGateway', '4xx', 'ApiId', apiId, { stat: 'Sum', yAxis: 'right' }],
        ]),
      ],
      ['Requests by module', byModule('faults', 'SampleCount')],
      ['Response time by module, p95 (ms)', byModule('durationMs', 'p95')],
      ['Failures by module', byModule('faults', 'Sum')],
      [
        'Failures by operation',
        [
          [
            {
              expression: `SEARCH('{"${namespace}",module,operation} MetricName="faults"', 'Sum', 60)`,
              id: 'failing',
            },
          ],
        ],
      ],
      [
        'Webhook attempts: success rate',
        [
          [namespace, 'delivered', { stat: 'Average' }],
          [namespace, 'delivered', { stat: 'SampleCount', yAxis: 'right', label: 'attempts' }],
        ],
      ],
      [
        'Delay of scheduled runs (ms)',
        [
          [namespace, 'latenessMs', { stat: 'p95' }],
          [namespace, 'latenessMs', { stat: 'Maximum' }],
        ],
      ],
      ['Synchronization lag (s)', [[namespace, 'syncLagSeconds', { stat: 'Maximum' }]]],
      [
        'Age of the oldest message (s)',
        ofQueues('ApproximateAgeOfOldestMessage', (queue) => queue),
        { stat: 'Maximum' },
      ],
      [
        'Waiting messages',
        ofQueues('ApproximateNumberOfMessagesVisible', (queue) => queue),
        { stat: 'Maximum' },
      ],
      [
        'Dead-letter queues',
        ofQueues('ApproximateNumberOfMessagesVisible', deadLetterQueueName),
        { stat: 'Maximum' },
      ],
      ['Busiest functions: calls', functions('Invocations', 'Sum')],
      ['Slowest functions, p95 (ms)', functions('Duration', 'p95')],
      ['Functions with errors', functions('Errors', 'Sum')],
      [
        'Concurrent and throttled functions',
        [
          ['AWS/Lambda', 'ConcurrentExecutions', { stat: 'Maximum' }],
          ['AWS/Lambda', 'Throttles', { stat: 'Sum', yAxis: 'right' }],
        ],
      ],
      [
        'Consumed capacity units of the table',
        ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map((name) => [
          'AWS/DynamoDB',
          name,
          'TableName',
          tableName(stage),
          { stat: 'Sum' },
        ]),
      ],
      [
        'Table: throttled requests and transaction conflicts',
        ['ReadThrottleEvents', 'WriteThrottleEvents', 'TransactionConflict'].map((name) => [
          'AWS/DynamoDB',
          name,
          'TableName',
          tableName(stage),
          { stat: 'Sum' },
        ]),
      ],
    ];
    const perRow = 3;
    const width = columns / perRow;
    new CfnDashboard(this, 'Page', {
      dashboardName: frontName(stage),
      dashboardBody: Stack.of(this).toJsonString({
        widgets: widgets.map(([title, metrics, options], index) => ({
          type: 'metric',
          x: (index % perRow) * width,
          y: Math.floor(index / perRow) * height,
          width,
          height,
          properties: { title, region, metrics, view: 'timeSeries', period: 60, ...options },
        })),
      }),
    });
  }
}
