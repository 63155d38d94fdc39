/** Permissions of functions that use KMS and EventBridge Scheduler. */
import { describe, expect, it } from 'vitest';
import type { Worker } from '../../shared/kernel/queues/worker-spec.ts';
import { oneOfEachTrigger, queueOfEachKind } from '../support/builders/workers.ts';
import {
  app,
  arnOf,
  environmentOf,
  grantsOf,
  lambdaOf,
  queueNamed,
  statementsOf,
  trustOf,
} from '../support/runtime/samples-template.ts';
import { synthesize, type TemplateResource, text } from '../support/runtime/template.ts';

/** The template whose errand worker has only these permissions. */
function withPermissions(permissions: NonNullable<Worker['permissions']>, queues = queueOfEachKind) {
  const workers = oneOfEachTrigger.map((worker) =>
    worker.name === 'sampleErrand' ? { ...worker, permissions } : worker,
  );
  const other = synthesize({ stage: 'dev', endpoints: [], workers, queues });
  const errand = other.only('AWS::Lambda::Function', 'FunctionName', 'pm-dev-samples-sample-errand');
  return { other, errand };
}

describe('a worker with secrets', () => {
  const lambda = lambdaOf('sample-errand');

  it('may use the key with the deployment’s alias, and the items of data keys', () => {
    const statements = statementsOf(lambda);
    expect(statements.find(({ Action }) => Action.includes('kms:Decrypt'))).toMatchObject({
      Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
      Condition: { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': ['alias/platform-modules-dev'] } },
    });
    expect(statements.find(({ Action }) => Action.includes('dynamodb:GetItem'))).toMatchObject({
      Action: ['dynamodb:GetItem', 'dynamodb:PutItem'],
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['DATAKEY#*'] } },
    });
  });

  it('has the alias in its environment; other stacks do not', () => {
    expect(environmentOf(lambda).KMS_KEY_ALIAS).toBe('alias/platform-modules-dev');
    expect(environmentOf(lambdaOf('sample-work'))).not.toHaveProperty('KMS_KEY_ALIAS');
  });
});

describe('schedules that functions create', () => {
  const lambda = lambdaOf('sample-errand');
  const group = 'platform-modules-dev-dynamic';
  const role = app
    .ofType('AWS::IAM::Role')
    .find(
      ({ properties }) => text(properties.RoleName) === 'platform-modules-dev-schedules-<AWS::Region>',
    ) as TemplateResource;

  it('have their own group, separate from schedules of the template', () => {
    const names = app.ofType('AWS::Scheduler::ScheduleGroup').map(({ properties }) => properties.Name);
    expect(names.sort()).toEqual(['platform-modules-dev', group]);
  });

  it('send to the declared queues, with a role that only the scheduler may assume', () => {
    expect(trustOf(role)).toEqual({
      service: 'scheduler.amazonaws.com',
      source: arnOf('scheduler', `schedule-group/${group}`),
      account: '<AWS::AccountId>',
    });
    const [policy] = role.properties.Policies as [
      { PolicyDocument: { Statement: { Resource: unknown[] }[] } },
    ];
    const [statement, ...more] = policy.PolicyDocument.Statement;
    expect(more).toEqual([]);
    expect(statement).toMatchObject({ Effect: 'Allow', Action: ['sqs:SendMessage'] });
    expect(statement?.Resource.map((arn) => app.referenced(role, arn))).toEqual([
      queueNamed('sample-errands'),
      queueNamed('sample-errands-dlq'),
    ]);
  });

  it('can be used only as a contract declares', () => {
    const roleArn =
      'arn:<AWS::Partition>:iam::<AWS::AccountId>:role/platform-modules-dev-schedules-<AWS::Region>';
    expect(grantsOf(lambda)).toEqual(
      expect.arrayContaining([
        [
          ['Create', 'Update', 'Get', 'Delete'].map((verb) => `scheduler:${verb}Schedule`),
          arnOf('scheduler', `schedule/${group}/*`),
        ],
        [['scheduler:ListSchedules'], '*'],
        [['iam:PassRole'], roleArn],
      ]),
    );
    const passes = statementsOf(lambda).find(({ Action }) => Action.includes('iam:PassRole'));
    expect(passes?.Condition).toEqual({
      StringEquals: { 'iam:PassedToService': ['scheduler.amazonaws.com'] },
    });
    const environment = environmentOf(lambda);
    expect(environment.SCHEDULE_GROUP).toBe(group);
    expect(text(environment.SCHEDULE_ROLE_ARN)).toBe(roleArn);
    expect(text(environment.QUEUE_ARN_PREFIX)).toBe(arnOf('sqs', 'platform-modules-dev-'));
    expect(environmentOf(lambdaOf('sample-work'))).not.toHaveProperty('SCHEDULE_GROUP');
  });

  it.each([
    [['list'], [['scheduler:ListSchedules']], false],
    [['get', 'delete'], [['scheduler:GetSchedule', 'scheduler:DeleteSchedule']], false],
    [['update'], [['scheduler:UpdateSchedule'], ['iam:PassRole']], true],
  ] as const)('are granted action by action: %j', (schedules, expected, makes) => {
    const { other, errand } = withPermissions({ schedules });
    const actions = statementsOf(errand, other).map(({ Action }) => Action);
    expect(actions.filter(([first]) => /^(scheduler|iam):/.test(first ?? ''))).toEqual(expected);
    expect('SCHEDULE_ROLE_ARN' in environmentOf(errand)).toBe(makes);
  });
});

describe('files', () => {
  const bucket = 'platform-modules-dev-files-<AWS::AccountId>-<AWS::Region>';

  it('are granted as the contract declares, and the bucket is in the environment', () => {
    const { other, errand } = withPermissions({ files: ['read staging', 'list'] });
    expect(grantsOf(errand, other).filter(([[first]]) => first?.startsWith('s3:'))).toEqual([
      [['s3:GetObject'], `arn:<AWS::Partition>:s3:::${bucket}/staging/*`],
      [['s3:ListBucket'], `arn:<AWS::Partition>:s3:::${bucket}`],
    ]);
    expect(text(environmentOf(errand).FILES_BUCKET)).toBe(bucket);
  });

  it('are not granted without a declaration, and the bucket is not in the environment', () => {
    expect(environmentOf(lambdaOf('sample-work'))).not.toHaveProperty('FILES_BUCKET');
    expect(JSON.stringify(grantsOf(lambdaOf('sample-work')))).not.toContain('s3:');
  });
});

describe('text recognition', () => {
  const ended = { summary: 'Ended jobs', fromTextract: true, maxReceiveCount: 3 } as const;
  const { other, errand } = withPermissions(
    { textract: ['detect', 'start'] },
    { ...queueOfEachKind, 'sample-recognized': ended },
  );
  const topicArn = arnOf('sns', 'platform-modules-dev-text-recognized');
  const roleArn =
    'arn:<AWS::Partition>:iam::<AWS::AccountId>:role/platform-modules-dev-textract-<AWS::Region>';

  it('is granted as the contract declares, and topic and role are in the environment', () => {
    const grants = statementsOf(errand, other).filter(({ Action: [first] }) =>
      /^(textract|iam):/.test(first ?? ''),
    );
    expect(grants.map(({ Action, Resource, Condition }) => [Action, text(Resource), Condition])).toEqual([
      [['textract:DetectDocumentText', 'textract:StartDocumentTextDetection'], '*', undefined],
      [['iam:PassRole'], roleArn, { StringEquals: { 'iam:PassedToService': ['textract.amazonaws.com'] } }],
    ]);
    expect(text(environmentOf(errand).TEXTRACT_TOPIC_ARN)).toBe(topicArn);
    expect(text(environmentOf(errand).TEXTRACT_ROLE_ARN)).toBe(roleArn);
    expect(environmentOf(lambdaOf('sample-work'))).not.toHaveProperty('TEXTRACT_ROLE_ARN');
  });

  it('publishes job results to a topic, with its role only, which delivers raw messages to the one queue', () => {
    const subscription = other.only('AWS::SNS::Subscription');
    expect(subscription.properties).toMatchObject({ Protocol: 'sqs', RawMessageDelivery: true });
    const queue = other.only('AWS::SQS::Queue', 'QueueName', 'platform-modules-dev-sample-recognized');
    expect(other.referenced(subscription, subscription.properties.Endpoint)).toBe(queue);
    const policies = JSON.stringify(
      other.ofType('AWS::SQS::QueuePolicy').map(({ properties }) => properties.PolicyDocument),
    );
    expect(policies.match(/"sns\.amazonaws\.com"/g)).toHaveLength(2);
    const role = other
      .ofType('AWS::IAM::Role')
      .find(({ properties }) => text(properties.RoleName)?.includes('-textract-'));
    const trust = JSON.stringify(role?.properties.AssumeRolePolicyDocument);
    expect(trust).toContain('"Service":"textract.amazonaws.com"');
    expect(trust).toContain('aws:SourceAccount');
    expect(JSON.stringify(role?.properties.Policies)).toContain('sns:Publish');
  });
});
