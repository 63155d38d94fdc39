/** Monitoring of a stage: alarms with a runbook, one dashboard, and neither in unmonitored stages. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runbookFile } from '../../lib/aws/constructs/alarm.ts';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { queues } from '../../shared/catalog/queues.ts';
import { workers } from '../../shared/catalog/workers.ts';
import { everythingOn } from '../support/runtime/everything-on.ts';
import { synthesize, text } from '../support/runtime/template.ts';

const prod = synthesize({ stage: 'prod', options: everythingOn });
const local = synthesize({ stage: 'local', options: { ingest: true } });
const alarms = prod.ofType('AWS::CloudWatch::Alarm').map(({ properties }) => properties);
const alarmOf = (name: string) =>
  prod.only('AWS::CloudWatch::Alarm', 'AlarmName', `pm-prod-${name}`).properties;
const modules = [...new Set([...endpoints, ...workers].map(({ module }) => module))];
const anchorOf = (description: unknown) => String(description).split(`${runbookFile}#`)[1];

describe('the runbook', () => {
  const entries = readFileSync(runbookFile, 'utf8').split(/^## /m).slice(1);
  const titles = entries.map((entry) => entry.split('\n')[0] ?? '');

  it('has an entry for every alarm and no other entry', () => {
    const named = alarms.map(({ AlarmDescription }) => anchorOf(AlarmDescription));
    expect([...new Set(named)].toSorted()).toEqual(titles.toSorted());
  });

  it.each(entries)('%s', (entry) => {
    for (const part of ['Means', 'Look', 'Do']) expect(entry).toContain(`**${part}**:`);
  });
});

/** The names in the metrics of these alarms. */
const watchedBy = (alarm: RegExp, name: RegExp) =>
  alarms
    .filter(({ AlarmName }) => alarm.test(String(AlarmName)))
    .flatMap(({ Metrics }) => [...JSON.stringify(Metrics).matchAll(name)].map(([, found]) => found));

describe('alarms', () => {
  it.each([...new Set(endpoints.map(({ module }) => module))])(
    'monitor the failures of %s with metric math',
    (module) => {
      const alarm = alarmOf(`${module}-faults`);
      const metrics = alarm.Metrics as { Expression?: string; MetricStat?: { Metric: object } }[];
      expect(metrics.filter(({ Expression }) => Expression !== undefined)).toHaveLength(1);
      expect(JSON.stringify(metrics)).toContain(`"Dimensions":[{"Name":"module","Value":"${module}"}]`);
      expect(text(alarm.AlarmDescription)).toContain(`/platform-modules/prod/${module}`);
      const filters = prod.stack(module).resources.filter(({ type }) => type === 'AWS::Logs::MetricFilter');
      expect(filters.map(({ properties }) => properties.MetricTransformations)).toMatchObject([
        [{ MetricNamespace: 'PlatformModules/prod', MetricName: `crashes-${module}` }],
      ]);
    },
  );

  it.each(['canary', 'console'])('count the crashes of %s, which handles no requests', (part) => {
    const { Metrics } = alarmOf(`${part}-faults`);
    const metrics = [...JSON.stringify(Metrics).matchAll(/"MetricName":"([^"]+)"/g)];
    expect(metrics.map(([, name]) => name)).toEqual([`crashes-${part}`]);
  });

  it.each(['exports', 'ingest'])(
    'count the failures of %s, which handles requests of other modules, in its log group',
    (part) => {
      const filters = prod.stack(part).resources.filter(({ type }) => type === 'AWS::Logs::MetricFilter');
      const counted = { MetricName: `faults-${part}`, MetricValue: '$.faults' };
      expect(filters.map(({ properties }) => properties)).toContainEqual(
        expect.objectContaining({
          FilterPattern: '{ $.faults >= 0 }',
          MetricTransformations: [expect.objectContaining(counted)],
        }),
      );
      expect(JSON.stringify(alarmOf(`${part}-faults`).Metrics)).toContain(`"MetricName":"faults-${part}"`);
    },
  );

  it('monitor the message age of every queue with a worker', () => {
    const watched = watchedBy(/-backlog$/, /"QueueName","Value":"([^"]+)"/g);
    const read = workers.flatMap(({ trigger }) =>
      trigger.kind === 'queue' ? [`platform-modules-prod-${trigger.queue}`] : [],
    );
    expect(watched.toSorted()).toEqual(read.toSorted());
  });

  it('monitor every function behind a URL', () => {
    const urls = prod
      .ofType('AWS::Lambda::Url')
      .map(({ properties }) => text(properties.TargetFunctionArn).split(':').at(-1));
    const watched = watchedBy(/-streams-failures/, /"FunctionName","Value":"([^"]+)"/g);
    expect(watched.toSorted()).toEqual(urls.toSorted());
  });

  it('report a service for large uploads without tasks, and mails that bounce or are reported', () => {
    const below = { ComparisonOperator: 'LessThanThreshold', Threshold: 1, TreatMissingData: 'breaching' };
    expect(alarmOf('ingest-tasks')).toMatchObject(below);
    const [bounced, complained] = ['bounced', 'complained'].map((what) => alarmOf(`mails-${what}`).Metrics);
    expect(JSON.stringify(bounced)).toContain('Reputation.BounceRate');
    expect(JSON.stringify(complained)).toContain('Reputation.ComplaintRate');
  });

  it('of the public host are in us-east-1, where CloudFront and ACM have its metrics', () => {
    const own = prod.stack('edge-alarms');
    expect(own.region).toBe('us-east-1');
    const names = own.resources.flatMap(({ properties: { AlarmName } }) => AlarmName ?? []);
    expect(names).toEqual(['pm-prod-host-failures', 'pm-prod-certificate-expiry']);
    const withoutDomain = synthesize({ stage: 'prod' }).stack('edge-alarms').resources;
    const left = withoutDomain.flatMap(({ properties }) => properties.AlarmName ?? []);
    expect(left).toEqual(['pm-prod-host-failures']);
  });

  it('report missing runs of the canary', () => {
    expect(alarmOf('canary')).toMatchObject({ TreatMissingData: 'breaching' });
  });

  it('notify the topic in both directions, and the named mail address', () => {
    const arn = (region: string, name: string) =>
      `arn:<AWS::Partition>:sns:${region}:<AWS::AccountId>:platform-modules-prod-${name}`;
    for (const { AlarmName, AlarmActions, OKActions } of alarms) {
      const isOfHost = /-(host-failures|certificate-expiry)$/.test(String(AlarmName));
      const topic = isOfHost ? arn('us-east-1', 'edge-alarms') : arn('<AWS::Region>', 'alarms');
      const notified = [AlarmActions, OKActions].map((one) => (one as unknown[]).map(text));
      expect(notified, String(AlarmName)).toEqual([[topic], [topic]]);
    }
    const mail = prod
      .ofType('AWS::SNS::Subscription')
      .filter(({ properties }) => properties.Protocol === 'email');
    expect(mail.map(({ properties }) => properties.Endpoint)).toEqual(['ops@example.com', 'ops@example.com']);
  });
});

describe('the dashboard', () => {
  const [page, ...others] = prod.ofType('AWS::CloudWatch::Dashboard');
  const body = text(page?.properties.DashboardBody);

  it('is one page with all modules and queues', () => {
    expect(others).toEqual([]);
    expect(page?.properties.DashboardName).toBe('platform-modules-prod');
    for (const name of [...modules, ...Object.keys(queues)]) expect(body, name).toContain(name);
  });

  it.each(['delivered', 'latenessMs', 'syncLagSeconds', 'canaryLost', 'durationMs', 'faults', 'Duration'])(
    'shows %s',
    (metric) => {
      expect(body).toContain(metric);
    },
  );
});

describe('a stage without monitoring', () => {
  it('has no alarms, dashboard, topic, web ACL and tracing', () => {
    const types = ['CloudWatch::Alarm', 'CloudWatch::Dashboard', 'WAFv2::WebACL', 'Logs::MetricFilter'];
    for (const type of [...types, 'Lambda::Alias']) expect(local.ofType(`AWS::${type}`)).toEqual([]);
    // Topics to which Textract and SES report.
    expect(local.ofType('AWS::SNS::Topic')).toHaveLength(2);
    for (const { properties } of local.ofType('AWS::Lambda::Function'))
      expect(properties).not.toHaveProperty('TracingConfig');
  });

  it('can be monitored on request', () => {
    const dev = synthesize({ stage: 'dev', options: { watch: true }, endpoints: [], workers: [] });
    expect(dev.ofType('AWS::CloudWatch::Dashboard')).toHaveLength(1);
  });
});
