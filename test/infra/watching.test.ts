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

describe('alarms', () => {
  it.each([...new Set(endpoints.map(({ module }) => module))])(
    'monitor the failures of %s with metric math',
    (module) => {
      const alarm = prod.only('AWS::CloudWatch::Alarm', 'AlarmName', `pm-prod-${module}-faults`);
      const metrics = alarm.properties.Metrics as { Expression?: string; MetricStat?: { Metric: object } }[];
      expect(metrics.filter(({ Expression }) => Expression !== undefined)).toHaveLength(1);
      expect(JSON.stringify(metrics)).toContain(`"Dimensions":[{"Name":"module","Value":"${module}"}]`);
      expect(text(alarm.properties.AlarmDescription)).toContain(`/platform-modules/prod/${module}`);
      const filters = prod.stack(module).resources.filter(({ type }) => type === 'AWS::Logs::MetricFilter');
      expect(filters.map(({ properties }) => properties.MetricTransformations)).toMatchObject([
        [{ MetricNamespace: 'PlatformModules/prod', MetricName: `crashes-${module}` }],
      ]);
    },
  );

  it.each(['canary', 'console'])('count the crashes of %s, which handles no requests', (part) => {
    const alarm = prod.only('AWS::CloudWatch::Alarm', 'AlarmName', `pm-prod-${part}-faults`);
    const metrics = [...JSON.stringify(alarm.properties.Metrics).matchAll(/"MetricName":"([^"]+)"/g)];
    expect(metrics.map(([, name]) => name)).toEqual([`crashes-${part}`]);
  });

  it.each(['exports', 'ingest'])(
    'count the failures of %s, which handles requests of other modules, in its log group',
    (part) => {
      const alarm = prod.only('AWS::CloudWatch::Alarm', 'AlarmName', `pm-prod-${part}-faults`);
      const filters = prod.stack(part).resources.filter(({ type }) => type === 'AWS::Logs::MetricFilter');
      expect(filters.map(({ properties }) => properties)).toContainEqual(
        expect.objectContaining({
          FilterPattern: '{ $.faults >= 0 }',
          MetricTransformations: [
            expect.objectContaining({ MetricName: `faults-${part}`, MetricValue: '$.faults' }),
          ],
        }),
      );
      expect(JSON.stringify(alarm.properties.Metrics)).toContain(`"MetricName":"faults-${part}"`);
    },
  );

  it('monitor the message age of every queue with a worker', () => {
    const watched = alarms
      .filter(({ AlarmName }) => /-backlog$/.test(String(AlarmName)))
      .flatMap(({ Metrics }) => [...JSON.stringify(Metrics).matchAll(/"QueueName","Value":"([^"]+)"/g)])
      .map(([, queue]) => queue);
    const read = workers.flatMap(({ trigger }) =>
      trigger.kind === 'queue' ? [`platform-modules-prod-${trigger.queue}`] : [],
    );
    expect(watched.toSorted()).toEqual(read.toSorted());
  });

  it('monitor every dead-letter queue', () => {
    for (const queue of Object.keys(queues))
      prod.only('AWS::CloudWatch::Alarm', 'AlarmName', `platform-modules-prod-${queue}-dlq`);
  });

  it('monitor every function behind a URL', () => {
    const urls = prod
      .ofType('AWS::Lambda::Url')
      .map(({ properties }) => text(properties.TargetFunctionArn).split(':').at(-1));
    const watched = alarms
      .filter(({ AlarmName }) => /-streams-failures/.test(String(AlarmName)))
      .flatMap(({ Metrics }) => [...JSON.stringify(Metrics).matchAll(/"FunctionName","Value":"([^"]+)"/g)])
      .map(([, name]) => name);
    expect(watched.toSorted()).toEqual(urls.toSorted());
  });

  it('report a service for large uploads without tasks, and mails that bounce or are reported', () => {
    expect(prod.only('AWS::CloudWatch::Alarm', 'AlarmName', 'pm-prod-ingest-tasks').properties).toMatchObject(
      { ComparisonOperator: 'LessThanThreshold', Threshold: 1, TreatMissingData: 'breaching' },
    );
    for (const [name, metric] of [
      ['mails-bounced', 'Reputation.BounceRate'],
      ['mails-complained', 'Reputation.ComplaintRate'],
    ]) {
      const alarm = prod.only('AWS::CloudWatch::Alarm', 'AlarmName', `pm-prod-${name}`);
      expect(JSON.stringify(alarm.properties.Metrics)).toContain(metric);
    }
  });

  it('of the public host are in us-east-1, where CloudFront and ACM have its metrics', () => {
    const own = prod.stack('edge-alarms');
    expect(own.region).toBe('us-east-1');
    const names = own.resources.flatMap(({ properties: { AlarmName } }) => AlarmName ?? []);
    expect(names).toEqual(['pm-prod-host-failures', 'pm-prod-certificate-expiry']);
    const withoutDomain = synthesize({ stage: 'prod' }).stack('edge-alarms');
    expect(withoutDomain.resources.flatMap(({ properties }) => properties.AlarmName ?? [])).toEqual([
      'pm-prod-host-failures',
    ]);
  });

  it('report missing runs of the canary', () => {
    const canary = prod.only('AWS::CloudWatch::Alarm', 'AlarmName', 'pm-prod-canary');
    expect(canary.properties).toMatchObject({ TreatMissingData: 'breaching' });
  });

  it('notify the topic in both directions, and the named mail address', () => {
    const arn = (region: string, name: string) =>
      `arn:<AWS::Partition>:sns:${region}:<AWS::AccountId>:platform-modules-prod-${name}`;
    for (const { AlarmName, AlarmActions, OKActions } of alarms) {
      const isOfHost = /-(host-failures|certificate-expiry)$/.test(String(AlarmName));
      const topic = isOfHost ? arn('us-east-1', 'edge-alarms') : arn('<AWS::Region>', 'alarms');
      expect(
        [AlarmActions, OKActions].map((one) => (one as unknown[]).map(text)),
        String(AlarmName),
      ).toEqual([[topic], [topic]]);
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
    for (const type of [
      'CloudWatch::Alarm',
      'CloudWatch::Dashboard',
      'WAFv2::WebACL',
      'Logs::MetricFilter',
      'Lambda::Alias',
    ])
      expect(local.ofType(`AWS::${type}`)).toEqual([]);
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
