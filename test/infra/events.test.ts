import { describe, expect, it } from 'vitest';
import { catalogue } from '../../shared/catalog/catalogue-entries.ts';
import type { Worker } from '../../shared/kernel/queues/worker-spec.ts';
import { oneOfEachTrigger, queueOfEachKind } from '../support/builders/workers.ts';
import {
  app,
  arnOf,
  environmentOf,
  grantsOf,
  lambdaOf,
  mappingOf,
  policyOf,
  queueNamed,
  trustOf,
} from '../support/runtime/samples-template.ts';
import { synthesize, text } from '../support/runtime/template.ts';

describe('a queue', () => {
  it.each(Object.entries(queueOfEachKind))(
    '%s has a dead-letter queue that keeps messages for 14 days',
    (name, spec) => {
      const dead = queueNamed(`${name}-dlq`);
      expect(dead.properties).toMatchObject({
        MessageRetentionPeriod: 1_209_600,
        SqsManagedSseEnabled: true,
      });
      const deadLetterTargetArn = { 'Fn::GetAtt': [dead.logicalId, 'Arn'] };
      expect(queueNamed(name).properties).toMatchObject({
        RedrivePolicy: { deadLetterTargetArn, maxReceiveCount: spec.maxReceiveCount },
        SqsManagedSseEnabled: true,
      });
    },
  );

  it('raises an alarm when there are dead letters, in a monitored stage', () => {
    expect(app.ofType('AWS::CloudWatch::Alarm')).toEqual([]);
    const parts = { endpoints: [], workers: oneOfEachTrigger, queues: queueOfEachKind };
    const watched = synthesize({ stage: 'dev', options: { watch: true }, ...parts });
    const deadLetters = Object.keys(queueOfEachKind).map((queue) => `${queue}-dlq`);
    for (const name of [...deadLetters, 'sample-follow-failures']) {
      const alarm = watched.only('AWS::CloudWatch::Alarm', 'AlarmName', `platform-modules-dev-${name}`);
      expect(alarm.properties).toMatchObject({
        Namespace: 'AWS/SQS',
        MetricName: 'ApproximateNumberOfMessagesVisible',
        Dimensions: [{ Name: 'QueueName', Value: `platform-modules-dev-${name}` }],
        ComparisonOperator: 'GreaterThanThreshold',
        Threshold: 0,
      });
    }
  });

  it('has a visibility timeout of six times its worker’s timeout, and keeps messages for four days', () => {
    const queues = ['sample-tasks', 'sample-orders', 'sample-all'].map((name) => queueNamed(name).properties);
    expect(queues.map(({ VisibilityTimeout }) => VisibilityTimeout)).toEqual([30, 42, 180]);
    expect(queues[0]).toMatchObject({ MessageRetentionPeriod: 345_600 });
  });

  it('refuses requests without TLS, and accepts messages of its two rules only', () => {
    const events = { Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage' };
    for (const name of ['sample-orders', 'sample-orders-dlq']) {
      const [deny, allow, ...more] = policyOf(queueNamed(name)).Statement;
      expect(deny).toMatchObject({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } });
      expect(allow).toMatchObject({ Effect: 'Allow', ...events });
      const { ArnEquals } = (allow?.Condition ?? {}) as { ArnEquals: Record<string, unknown> };
      const rule = 'rule/platform-modules-dev/platform-modules-dev-sample-orders';
      const sources = ArnEquals['aws:SourceArn'] as unknown[];
      expect(sources.map(text)).toEqual([rule, `${rule}-platform`].map((one) => arnOf('events', one)));
      expect(more).toEqual([]);
    }
    expect(policyOf(queueNamed('sample-tasks')).Statement).toHaveLength(1);
  });
});

describe('the bus', () => {
  it('copies the details of selected events to a queue; failed deliveries go to a dead-letter queue', () => {
    const rule = app.only('AWS::Events::Rule', 'Name', 'platform-modules-dev-sample-orders');
    expect(rule.properties.EventPattern).toEqual({
      source: ['platform-modules'],
      'detail-type': ['sales.order.created', { prefix: 'sales.invoice.' }],
      detail: { messageGroupId: [{ exists: true }] },
    });
    const [target, ...others] = rule.properties.Targets as Record<string, unknown>[];
    expect(others).toEqual([]);
    expect(app.referenced(rule, target?.Arn)).toBe(queueNamed('sample-orders'));
    const { Arn: deadLetters } = (target?.DeadLetterConfig ?? {}) as { Arn?: unknown };
    expect(app.referenced(rule, deadLetters)).toBe(queueNamed('sample-orders-dlq'));
    expect(target?.InputPath).toBe('$.detail');
  });

  it('sends the events of a tenant in its message group, and others to the same queue without one', () => {
    const ruleOf = (name: string) => app.only('AWS::Events::Rule', 'Name', name).properties;
    const ofTenants = ruleOf('platform-modules-dev-sample-orders');
    const ofPlatform = ruleOf('platform-modules-dev-sample-orders-platform');
    expect(ofPlatform).toEqual({
      ...ofTenants,
      Name: expect.any(String),
      EventPattern: { ...Object(ofTenants.EventPattern), detail: { messageGroupId: [{ exists: false }] } },
      Targets: expect.any(Array),
    });
    const [[target], [ungrouped]] = [ofTenants, ofPlatform].map(({ Targets }) => Object(Targets));
    expect(target).toEqual({ ...ungrouped, SqsParameters: { MessageGroupId: '$.detail.messageGroupId' } });
  });

  it('copies every event of the platform if all are selected, and none by default', () => {
    const rules = app.ofType('AWS::Events::Rule');
    expect(rules).toHaveLength(4);
    const all = app.only('AWS::Events::Rule', 'Name', 'platform-modules-dev-sample-all');
    expect(all.properties.EventPattern).toEqual({
      source: ['platform-modules'],
      detail: { messageGroupId: [{ exists: true }] },
    });
  });
});

describe('the queue of the event stream', () => {
  it('receives exactly the events of the catalogue that are sent to browsers', () => {
    const name = 'platform-modules-dev-broadcast';
    const rule = synthesize({ stage: 'dev' }).only('AWS::Events::Rule', 'Name', name);
    const { 'detail-type': types, ...rest } = rule.properties.EventPattern as Record<string, string[]>;
    expect(rest).toEqual({ source: ['platform-modules'], detail: { messageGroupId: [{ exists: true }] } });
    const told = catalogue.filter(({ clientBroadcast }) => clientBroadcast).map(({ type }) => type);
    expect(types).toEqual(told.toSorted());
    expect(types).toContain('webhooks.delivery.succeeded');
    // Longer patterns are refused, see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html
    expect(JSON.stringify(rule.properties.EventPattern).length).toBeLessThan(2_048);
  });
});

describe('a worker of a queue', () => {
  const lambda = lambdaOf('sample-work');

  it('is invoked with batches, reports failed messages, and has a maximum concurrency', () => {
    const { properties } = mappingOf(lambda);
    expect(properties).toMatchObject({
      BatchSize: 20,
      MaximumBatchingWindowInSeconds: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 2 },
    });
    expect(text(properties.EventSourceArn)).toBe(arnOf('sqs', 'platform-modules-dev-sample-tasks'));
  });

  it('has the declared permissions, and Lambda may read its queue', () => {
    const queueArn = arnOf('sqs', 'platform-modules-dev-sample-tasks');
    expect(grantsOf(lambda).slice(1)).toEqual([
      [['dynamodb:PutItem'], arnOf('dynamodb', 'table/platform-modules-dev')],
      [['sqs:SendMessage'], queueArn],
      [['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], queueArn],
    ]);
  });

  it('may read the state of tenants if it drops messages of closed ones', () => {
    const reads = [['dynamodb:BatchGetItem'], arnOf('dynamodb', 'table/platform-modules-dev')];
    expect(grantsOf(lambdaOf('sample-listen')).at(-1)).toEqual(reads);
  });

  it('may loop only if its spec says so', () => {
    expect(lambda.properties.RecursiveLoop).toBe('Allow');
    expect(lambdaOf('sample-listen').properties).not.toHaveProperty('RecursiveLoop');
  });

  it('has the URLs of the queues that it sends to, and no bus', () => {
    const environment = environmentOf(lambda);
    expect(text(environment.QUEUE_URL_SAMPLE_TASKS)).toBe(
      'https://sqs.<AWS::Region>.<AWS::URLSuffix>/<AWS::AccountId>/platform-modules-dev-sample-tasks',
    );
    expect(environment).not.toHaveProperty('BUS_NAME');
    expect(environmentOf(lambdaOf('sample-listen'))).not.toHaveProperty('QUEUE_URL_SAMPLE_TASKS');
  });
});

describe('a worker of the stream', () => {
  const lambda = lambdaOf('sample-follow');
  const failures = queueNamed('sample-follow-failures');

  it('is invoked for inserts with its prefix only', () => {
    const { FilterCriteria, EventSourceArn } = mappingOf(lambda).properties;
    const inserts = { eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix: 'SAMPLE' }] } } } };
    expect(FilterCriteria).toEqual({ Filters: [{ Pattern: JSON.stringify(inserts) }] });
    // Not an import, which would prevent the restored table of another stream.
    const output = { StackName: 'PlatformModules-dev-data', OutputName: 'StreamArn' };
    expect(EventSourceArn).toEqual({ 'Fn::GetStackOutput': output });
  });

  it('abandons a poison record after a limited number of attempts and reports it to its failure queue', () => {
    const { properties } = mappingOf(lambda);
    expect(properties).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 10,
      ParallelizationFactor: 2,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    expect(properties.MaximumRetryAttempts).toBeGreaterThan(0);
    expect(properties.MaximumRecordAgeInSeconds).toBeLessThan(86_400);
    const { OnFailure } = properties.DestinationConfig as { OnFailure: { Destination: unknown } };
    expect(app.referenced(mappingOf(lambda), OnFailure.Destination)).toBe(failures);
  });

  it('may publish to the bus, and Lambda may read the stream and write failures', () => {
    const stream = arnOf('dynamodb', 'table/platform-modules-dev/stream/*');
    expect(grantsOf(lambda).slice(1)).toEqual([
      [['dynamodb:PutItem'], arnOf('dynamodb', 'table/platform-modules-dev')],
      [['events:PutEvents'], arnOf('events', 'event-bus/platform-modules-dev')],
      [['dynamodb:DescribeStream', 'dynamodb:GetShardIterator', 'dynamodb:GetRecords'], stream],
      [['dynamodb:ListStreams'], '*'],
      [['sqs:SendMessage'], `<${failures.logicalId}.Arn>`],
    ]);
    expect(environmentOf(lambda).BUS_NAME).toBe('platform-modules-dev');
  });
});

describe('a worker of a schedule', () => {
  const lambda = lambdaOf('sample-sweep');
  const schedule = app.only('AWS::Scheduler::Schedule', 'Name', 'pm-dev-samples-sample-sweep');

  it('is invoked once per interval', () => {
    expect(schedule.properties).toMatchObject({
      GroupName: 'platform-modules-dev',
      ScheduleExpression: 'rate(5 minutes)',
      FlexibleTimeWindow: { Mode: 'OFF' },
    });
    const config = app.only('AWS::Lambda::EventInvokeConfig', 'FunctionName', `<${lambda.logicalId}>`);
    expect(config.properties).toMatchObject({ MaximumRetryAttempts: 0 });
  });

  it('is invoked by a role that only schedules of this deployment may assume, without other permissions', () => {
    const target = schedule.properties.Target as { Arn: unknown; RoleArn: unknown };
    expect(app.referenced(schedule, target.Arn)).toBe(lambda);
    expect(trustOf(app.referenced(schedule, target.RoleArn))).toEqual({
      service: 'scheduler.amazonaws.com',
      source: arnOf('scheduler', 'schedule-group/platform-modules-dev'),
      account: '<AWS::AccountId>',
    });
    expect(grantsOf({ ...lambda, properties: { Role: target.RoleArn } })).toEqual([
      [['lambda:InvokeFunction'], `<${lambda.logicalId}.Arn>`],
    ]);
  });
});

describe('mistakes make synth fail', () => {
  const [, work] = oneOfEachTrigger as [Worker, Worker];
  const trigger = { kind: 'queue', queue: 'sample-tasks', batchSize: 11, maximumConcurrency: 2 } as const;
  const tooLong = { ['x'.repeat(60)]: { summary: 'Long', maxReceiveCount: 1 } };

  it.each<[string, Worker[], typeof queueOfEachKind, RegExp]>([
    ['two workers on one queue', [work, { ...work, name: 'other' }], queueOfEachKind, /sampleWork and other/],
    ['a large batch without a window', [{ ...work, trigger }], queueOfEachKind, /batching window/],
    ['a queue name that is too long for SQS', [], tooLong, /80 characters/],
    ['too long a timeout', [{ ...work, timeoutSeconds: 901 }], queueOfEachKind, /sampleWork.*900 s/],
  ])('%s', (_, workers, queues, message) => {
    expect(() => synthesize({ endpoints: [], workers, queues })).toThrow(message);
  });
});
