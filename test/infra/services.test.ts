/** Permissions of functions that use KMS and EventBridge Scheduler. */
import { describe, expect, it } from 'vitest';
import { oneOfEachTrigger, queueOfEachKind } from '../support/builders/workers.ts';
import {
  app,
  arnOf,
  environmentOf,
  grantsOf,
  lambdaOf,
  queueNamed,
} from '../support/runtime/samples-template.ts';
import { synthesize, type TemplateResource, text } from '../support/runtime/template.ts';

describe('a worker with secrets', () => {
  const lambda = lambdaOf('sample-errand');

  it('may use the key with the deployment’s alias, and the items of data keys', () => {
    const role = app.referenced(lambda, lambda.properties.Role);
    const [policy] = role.properties.Policies as [{ PolicyDocument: { Statement: { Action: string[] }[] } }];
    const { Statement } = policy.PolicyDocument;
    expect(Statement.find(({ Action }) => Action.includes('kms:Decrypt'))).toMatchObject({
      Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
      Condition: {
        'ForAnyValue:StringEquals': { 'kms:ResourceAliases': ['alias/platform-modules-dev'] },
      },
    });
    expect(Statement.find(({ Action }) => Action.includes('dynamodb:GetItem'))).toMatchObject({
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
    const trust = role.properties.AssumeRolePolicyDocument as { Statement: Record<string, unknown>[] };
    expect(trust.Statement).toHaveLength(1);
    const { Principal, Condition } = trust.Statement[0] ?? {};
    expect(Principal).toEqual({ Service: 'scheduler.amazonaws.com' });
    const { StringEquals } = Condition as { StringEquals: Record<string, unknown> };
    expect(text(StringEquals['aws:SourceArn'])).toBe(arnOf('scheduler', `schedule-group/${group}`));
    expect(text(StringEquals['aws:SourceAccount'])).toBe('<AWS::AccountId>');
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
    const owner = app.referenced(lambda, lambda.properties.Role);
    expect(JSON.stringify(owner.properties.Policies)).toContain(
      '{"StringEquals":{"iam:PassedToService":["scheduler.amazonaws.com"]}}',
    );
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
    const workers = oneOfEachTrigger.map((worker) =>
      worker.name === 'sampleErrand' ? { ...worker, permissions: { schedules } } : worker,
    );
    const other = synthesize({ stage: 'dev', endpoints: [], workers, queues: queueOfEachKind });
    const errand = other.only('AWS::Lambda::Function', 'FunctionName', 'pm-dev-samples-sample-errand');
    const { Policies } = other.referenced(errand, errand.properties.Role).properties as {
      Policies: { PolicyDocument: { Statement: { Action: string[] }[] } }[];
    };
    const actions = Policies[0]?.PolicyDocument.Statement.map(({ Action }) => Action);
    expect(actions?.filter(([first]) => /^(scheduler|iam):/.test(first ?? ''))).toEqual(expected);
    expect('SCHEDULE_ROLE_ARN' in environmentOf(errand)).toBe(makes);
  });
});

describe('files', () => {
  const bucket = 'platform-modules-dev-files-<AWS::AccountId>-<AWS::Region>';

  it('are granted as the contract declares, and the bucket is in the environment', () => {
    const files = ['read staging', 'list'] as const;
    const workers = oneOfEachTrigger.map((worker) =>
      worker.name === 'sampleErrand' ? { ...worker, permissions: { files } } : worker,
    );
    const other = synthesize({ stage: 'dev', endpoints: [], workers, queues: queueOfEachKind });
    const errand = other.only('AWS::Lambda::Function', 'FunctionName', 'pm-dev-samples-sample-errand');
    const { Policies } = other.referenced(errand, errand.properties.Role).properties as {
      Policies: { PolicyDocument: { Statement: { Action: string[]; Resource: unknown }[] } }[];
    };
    const grants = Policies[0]?.PolicyDocument.Statement.filter(({ Action }) => Action[0]?.startsWith('s3:'));
    expect(grants?.map(({ Action, Resource }) => [Action, text(Resource)])).toEqual([
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
  const textract = ['detect', 'start'] as const;
  const workers = oneOfEachTrigger.map((worker) =>
    worker.name === 'sampleErrand' ? { ...worker, permissions: { textract } } : worker,
  );
  const other = synthesize({
    stage: 'dev',
    endpoints: [],
    workers,
    queues: {
      ...queueOfEachKind,
      'sample-recognized': { summary: 'Ended jobs', fromTextract: true, maxReceiveCount: 3 },
    },
  });
  const topicArn = arnOf('sns', 'platform-modules-dev-text-recognized');
  const roleArn =
    'arn:<AWS::Partition>:iam::<AWS::AccountId>:role/platform-modules-dev-textract-<AWS::Region>';
  const errand = other.only('AWS::Lambda::Function', 'FunctionName', 'pm-dev-samples-sample-errand');

  it('is granted as the contract declares, and topic and role are in the environment', () => {
    const { Policies } = other.referenced(errand, errand.properties.Role).properties as {
      Policies: {
        PolicyDocument: { Statement: { Action: string[]; Resource: unknown; Condition?: object }[] };
      }[];
    };
    const grants = Policies[0]?.PolicyDocument.Statement.filter(({ Action: [first] }) =>
      /^(textract|iam):/.test(first ?? ''),
    );
    expect(grants?.map(({ Action, Resource, Condition }) => [Action, text(Resource), Condition])).toEqual([
      [['textract:DetectDocumentText', 'textract:StartDocumentTextDetection'], '*', undefined],
      [['iam:PassRole'], roleArn, { StringEquals: { 'iam:PassedToService': ['textract.amazonaws.com'] } }],
    ]);
    expect(text(environmentOf(errand).TEXTRACT_TOPIC_ARN)).toBe(topicArn);
    expect(text(environmentOf(errand).TEXTRACT_ROLE_ARN)).toBe(roleArn);
    expect(environmentOf(lambdaOf('sample-work'))).not.toHaveProperty('TEXTRACT_ROLE_ARN');
  });

  it('publishes job results to a topic, with its role only, which delivers raw messages to the one queue', () => {
    const [subscription, ...more] = other.ofType('AWS::SNS::Subscription');
    expect(more).toEqual([]);
    expect(subscription?.properties).toMatchObject({ Protocol: 'sqs', RawMessageDelivery: true });
    const queue = other.only('AWS::SQS::Queue', 'QueueName', 'platform-modules-dev-sample-recognized');
    expect(subscription && other.referenced(subscription, subscription.properties.Endpoint)).toBe(queue);
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
