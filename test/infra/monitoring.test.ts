/** Alarms and widgets show what something emits, and the pages name what exists. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runbookFile } from '../../lib/aws/constructs/alarm.ts';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { withResources } from '../support/fixtures/broken-templates.ts';
import { everythingOn } from '../support/runtime/everything-on.ts';
import { type Synthesized, synthesize, text } from '../support/runtime/template.ts';
import {
  loggedMetrics,
  monitoringProblems,
  searchProblem,
  widgetsOf,
} from '../support/template-rules/monitoring.ts';

const everything = synthesize({ stage: 'prod', options: everythingOn });
const stages: [string, Synthesized][] = [
  ['prod', synthesize({ stage: 'prod' })],
  ['prod with everything on', everything],
];

describe('alarms and widgets', () => {
  it.each(stages)('of %s show metrics that something emits, and search for names that exist', (_, app) => {
    expect(monitoringProblems(app)).toEqual([]);
    expect(widgetsOf(app).length).toBeGreaterThan(10);
  });

  it('know the metrics in log lines', () => {
    const known = ['canaryLost', 'delivered', 'durationMs', 'faults', 'latenessMs', 'syncLagSeconds'];
    expect([...loggedMetrics().keys()]).toEqual(expect.arrayContaining(known));
  });

  const renamed = (type: string, from: string | RegExp, to: string) => () =>
    withResources(everything, (one) =>
      one.type === `AWS::${type}`
        ? { ...one, properties: JSON.parse(JSON.stringify(one.properties).replaceAll(from, to)) }
        : one,
    );
  const [alarm, dashboard] = ['CloudWatch::Alarm', 'CloudWatch::Dashboard'] as const;
  const withoutFilters = () =>
    withResources(everything, (one) => (one.type === 'AWS::Logs::MetricFilter' ? undefined : one));

  it.each<[string, () => Synthesized, RegExp]>([
    [
      'a metric that the code does not emit',
      renamed(alarm, '"latenessMs"', '"latenessSeconds"'),
      /latenessSeconds: neither the code nor a metric filter emits it/,
    ],
    ['a metric whose filter is missing', withoutFilters, /crashes-webhooks: neither/],
    [
      'a metric that AWS does not emit',
      renamed(alarm, '"Url5xxCount"', '"Url5xx"'),
      /Url5xx: AWS emits no such metric/,
    ],
    ['another dimension', renamed(alarm, '"QueueName"', '"Queue"'), /by other dimensions than Queue/],
    [
      'a queue that does not exist',
      renamed('SQS::Queue', 'webhook-deliveries', 'deliveries'),
      /no resource has the QueueName platform-modules-prod-webhook-deliveries/,
    ],
    [
      'a module that does not exist',
      renamed(dashboard, '\\"webhooks\\"', '\\"hooks\\"'),
      /no resource has the module hooks/,
    ],
    [
      'a search for a whole name',
      renamed(dashboard, 'pm prod', '\\\\\\"pm-prod-\\\\\\"'),
      /widget Busiest functions: calls: no FunctionName matches "pm-prod-"/,
    ],
    [
      'an expression over a metric that it lacks',
      renamed(alarm, 'FILL(lag, 0)', 'FILL(delay, 0)'),
      /its expression names delay/,
    ],
  ])('with %s are found', (_, broken, problem) => {
    expect(monitoringProblems(broken()).join('\n')).toMatch(problem);
  });

  it('with a search for a metric that nothing emits are found', () => {
    const search = 'SEARCH(\'{"PlatformModules/prod",module,operation} MetricName="failures"\', \'Sum\', 60)';
    expect(searchProblem(everything, search)).toMatch(/nothing emits failures/);
    expect(searchProblem(everything, search.replace('failures', 'faults'))).toBeUndefined();
  });
});

describe.each(['runbook', 'deploying', 'restore'])('the page %s', (name) => {
  const page = readFileSync(`lib/aws/${name}.md`, 'utf8');
  const named = (pattern: RegExp): string[] => [
    ...new Set([...page.matchAll(pattern)].map(([, found = '']) => found)),
  ];
  const ofStage = (value: string) => value.replaceAll('<stage>', 'prod').replaceAll('<module>', 'webhooks');
  const namesOf = (...types: [string, string][]): string[] =>
    types.flatMap(([type, property]) =>
      everything.ofType(type).map(({ properties }) => text(properties[property])),
    );

  it('names only files that exist', () => {
    const files = named(/`((?:bin|lib|functions|shared|test)\/[\w./<>-]*)`/g).map((file) =>
      file.replace('<stage>', 'prod').replace('<module>', 'webhooks'),
    );
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('names only operations that exist', () => {
    const known = endpoints.flatMap(({ method, path, otherPaths = [] }) =>
      [path, ...otherPaths].map((one) => `${method} ${one}`),
    );
    const operations = named(/`((?:GET|POST|PUT|DELETE) \/api\/[\w/{}-]+)/g);
    expect(operations.filter((operation) => !known.includes(operation))).toEqual([]);
  });

  it('names only log groups, alarms, schedules and stacks of the stage', () => {
    const groups = named(/`(\/(?:aws\/vendedlogs\/)?platform-modules\/<stage>\/[\w-]+)/g).map(ofStage);
    const known = namesOf(['AWS::Logs::LogGroup', 'LogGroupName']);
    expect(groups.filter((group) => !known.includes(group))).toEqual([]);
    const resources = named(/`((?:pm|platform-modules)-<stage>-[\w-]+)`/g).map(ofStage);
    const names = namesOf(
      ['AWS::SNS::Topic', 'TopicName'],
      ['AWS::CloudWatch::Alarm', 'AlarmName'],
      ['AWS::CloudWatch::Dashboard', 'DashboardName'],
      ['AWS::Scheduler::Schedule', 'Name'],
      ['AWS::ECS::Cluster', 'ClusterName'],
    );
    expect(resources.filter((one) => !names.includes(one))).toEqual([]);
  });

  it('names only log lines and fields that the code writes', () => {
    const sources = globSync(['shared/**/*.ts', 'functions/**/*.ts'])
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const lines = named(/message (?:=|in) \[?"([^"]+)"/g);
    // The end of some lines depends on the outcome.
    const isWritten = (line: string) => sources.includes(line) || /^message (failed|discarded)$/.test(line);
    expect(lines.filter((line) => !isWritten(line))).toEqual([]);
  });

  it('names only scripts that npm runs', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const commands = named(/npm run (?:--silent )?([\w:-]+)/g);
    expect(commands.filter((command) => !(command in scripts))).toEqual([]);
  });
});

describe('the runbook', () => {
  const page = readFileSync(runbookFile, 'utf8');

  it.each<[string, RegExp, string[], number]>([
    [
      'widgets of the dashboard',
      /"([^"]+)"(?: and "([^"]+)")? of the dashboard/g,
      widgetsOf(everything).map(({ title }) => title),
      3,
    ],
    [
      'entries that exist',
      /(?:see|entry) `([\w-]+)`(?: and `([\w-]+)`)?/g,
      [...page.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title),
      5,
    ],
  ])('names only %s', (_, pattern, known, least) => {
    const named = [...page.matchAll(pattern)].flatMap(([, ...names]) =>
      names.filter((name) => name !== undefined),
    );
    expect(named.length).toBeGreaterThan(least);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});
