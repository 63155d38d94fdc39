import { describe, expect, it } from 'vitest';
import { consoleEntry, exportEntry, functionEntries, notFoundEntry } from '../../lib/aws/function-entries.ts';
import { apiIdExportName } from '../../lib/aws/names.ts';
import { fileGrants, type GrantTargets, traceGrant } from '../../lib/aws/policies/grants.ts';
import { routeKeysOf } from '../../lib/aws/route-keys.ts';
import { apisOf } from '../../shared/catalog/apis.ts';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { kebabCase } from '../../shared/kernel/http/endpoint-spec.ts';
import { settingNames } from '../../shared/kernel/settings/settings.ts';
import { synthesize, type TemplateResource, text } from '../support/runtime/template.ts';

const app = synthesize({
  stage: 'dev',
  options: { tracing: true },
  settings: { RATE_LIMIT_PER_MINUTE: '77' },
});
const tableArn = 'arn:<AWS::Partition>:dynamodb:<AWS::Region>:<AWS::AccountId>:table/platform-modules-dev';

function lambdaOf(module: string, name: string): TemplateResource {
  return app.only('AWS::Lambda::Function', 'FunctionName', `pm-dev-${module}-${name}`);
}

/** The statements of the function's role, with their ARNs as text. */
function statementsOf(lambda: TemplateResource): unknown[] {
  const role = app.referenced(lambda, lambda.properties.Role);
  const policies = role.properties.Policies as { PolicyDocument: { Statement: { Resource: unknown }[] } }[];
  return policies.flatMap(({ PolicyDocument }) =>
    PolicyDocument.Statement.map((statement) => ({ ...statement, Resource: text(statement.Resource) })),
  );
}

/** The statement that every function has: it may write into its module's log group. */
function logStatement(lambda: TemplateResource): unknown {
  const group = app.referenced(lambda, (lambda.properties.LoggingConfig as { LogGroup: unknown }).LogGroup);
  return {
    Effect: 'Allow',
    Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    Resource: `<${group.logicalId}.Arn>`,
  };
}

function permissionsOf(lambda: TemplateResource): TemplateResource[] {
  return app
    .ofType('AWS::Lambda::Permission')
    .filter((r) => r.stack === lambda.stack && text(r.properties.FunctionName) === `<${lambda.logicalId}>`);
}

const routed = endpoints.filter(({ transport }) => transport !== 'stream');

describe.each(routed)('$operationId ($method $path)', (endpoint) => {
  const name = kebabCase(endpoint.operationId);

  it.each(routeKeysOf(endpoint))('has a route %s to its own function', (routeKey) => {
    const route = app.only('AWS::ApiGatewayV2::Route', 'RouteKey', routeKey);
    const integrationId = text(route.properties.Target).replace(/^integrations\/<(.*)>$/, '$1');
    const integration = app.referenced(route, { Ref: integrationId });
    expect(integration.properties).toMatchObject({
      IntegrationType: 'AWS_PROXY',
      PayloadFormatVersion: '2.0',
      IntegrationUri: { 'Fn::GetAtt': [lambdaOf(endpoint.module, name).logicalId, 'Arn'] },
    });
  });

  it('may be invoked by its routes of that API only', () => {
    const permissions = permissionsOf(lambdaOf(endpoint.module, name)).map(({ properties }) => properties);
    for (const permission of permissions) {
      expect(permission).toMatchObject({
        Action: 'lambda:InvokeFunction',
        Principal: 'apigateway.amazonaws.com',
      });
    }
    expect(permissions.map(({ SourceArn }) => text(SourceArn)).sort()).toEqual(
      routeKeysOf(endpoint)
        .map(
          (routeKey) =>
            'arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:' +
            `<import ${apiIdExportName('dev', apisOf(endpoint.module)[0] ?? 'main')}>/*/${routeKey.replace(' ', '')}`,
        )
        .sort(),
    );
  });

  it('consists of three resources, and two for each of its routes and their integration', () => {
    const { resources } = app.stack(endpoint.module);
    const own = resources.filter((resource) =>
      resource.logicalId.startsWith(`${endpoint.operationId}Handler`),
    );
    const routing = resources.filter((resource) =>
      resource.logicalId.startsWith(`${endpoint.operationId}Api`),
    );
    const ofRoutes = routeKeysOf(endpoint).flatMap(() => [
      'AWS::ApiGatewayV2::Route',
      'AWS::Lambda::Permission',
    ]);
    expect([...own, ...routing].map((resource) => resource.type).sort()).toEqual(
      ['AWS::ApiGatewayV2::Integration', 'AWS::IAM::Role', 'AWS::Lambda::Function', ...ofRoutes].sort(),
    );
  });
});

describe.each(endpoints)('$operationId', (endpoint) => {
  const name = kebabCase(endpoint.operationId);

  it('is granted what its contract declares, and nothing more', () => {
    const lambda = lambdaOf(endpoint.module, name);
    const expected = [logStatement(lambda)];
    if (endpoint.auth !== 'none') {
      expected.push({
        Effect: 'Allow',
        Action: ['dynamodb:UpdateItem'],
        Resource: tableArn,
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['KEY#*', 'LIMIT#user-*'] } },
      });
      expected.push({
        Effect: 'Allow',
        Action: [
          'dynamodb:GetItem',
          'dynamodb:BatchGetItem',
          ...(endpoint.scope === 'none' ? [] : ['dynamodb:Query']),
        ],
        Resource: tableArn,
        Condition: {
          'ForAllValues:StringLike': {
            'dynamodb:LeadingKeys': [
              ...['SESSION#*', 'LIMIT#user-idle#*', 'DIRECTORY#*'],
              ...(endpoint.stepUp ? ['TENANT#*#FACTORS#*'] : []),
            ],
          },
        },
      });
    }
    if (endpoint.transport === 'stream' && !endpoint.holdsConnection) {
      expected.push({
        Effect: 'Allow',
        Action: ['dynamodb:UpdateItem'],
        Resource: tableArn,
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['LIMIT#downloads#*'] } },
      });
    }
    const { limits } = endpoint.permissions ?? {};
    if (limits !== undefined) {
      expected.push({
        Effect: 'Allow',
        Action: ['dynamodb:UpdateItem', ...(limits === 'count' ? [] : ['dynamodb:DeleteItem'])],
        Resource: tableArn,
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['LIMIT#*'] } },
      });
    }
    const { secrets } = endpoint.permissions ?? {};
    if (secrets !== undefined) {
      const seals = secrets === 'seal and open';
      expected.push({
        Effect: 'Allow',
        Action: ['kms:Decrypt', ...(seals ? ['kms:GenerateDataKey'] : [])],
        Resource: 'arn:<AWS::Partition>:kms:<AWS::Region>:<AWS::AccountId>:key/*',
        Condition: {
          'ForAnyValue:StringEquals': { 'kms:ResourceAliases': ['alias/platform-modules-dev'] },
        },
      });
      expected.push({
        Effect: 'Allow',
        Action: ['dynamodb:GetItem', ...(seals ? ['dynamodb:PutItem'] : [])],
        Resource: tableArn,
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['DATAKEY#*'] } },
      });
    }
    if (endpoint.permissions?.toggles !== undefined) {
      expected.push({
        Effect: 'Allow',
        Action: ['dynamodb:UpdateItem'],
        Resource: tableArn,
        Condition: {
          'ForAllValues:StringLike': {
            'dynamodb:LeadingKeys': ['TOGGLE#*', 'TENANT#*#TOGGLEEVALUATIONS#*'],
          },
        },
      });
    }
    const tableActions = endpoint.permissions?.table ?? [];
    if (tableActions.length > 0) {
      const actions = tableActions.map((action) => `dynamodb:${action}`);
      expected.push({ Effect: 'Allow', Action: actions, Resource: tableArn });
    }
    const filesBucketArn =
      'arn:<AWS::Partition>:s3:::platform-modules-dev-files-<AWS::AccountId>-<AWS::Region>';
    expected.push(...fileGrants(endpoint.permissions, { shared: { filesBucketArn } } as GrantTargets));
    const { schedules = [] } = endpoint.permissions ?? {};
    const verbs = schedules.filter((action) => action !== 'list');
    if (verbs.length > 0) {
      expected.push({
        Effect: 'Allow',
        Action: verbs.map(
          (verb) => `scheduler:${verb.replace(/^./, (first) => first.toUpperCase())}Schedule`,
        ),
        Resource:
          'arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/platform-modules-dev-dynamic/*',
      });
    }
    if (schedules.includes('list'))
      expected.push({ Effect: 'Allow', Action: ['scheduler:ListSchedules'], Resource: '*' });
    if (schedules.includes('create') || schedules.includes('update')) {
      expected.push({
        Effect: 'Allow',
        Action: ['iam:PassRole'],
        Resource:
          'arn:<AWS::Partition>:iam::<AWS::AccountId>:role/platform-modules-dev-schedules-<AWS::Region>',
        Condition: { StringEquals: { 'iam:PassedToService': ['scheduler.amazonaws.com'] } },
      });
    }
    const sqsArn = 'arn:<AWS::Partition>:sqs:<AWS::Region>:<AWS::AccountId>:platform-modules-dev-';
    const { deadLetters } = endpoint.permissions ?? {};
    if (deadLetters !== undefined) {
      const moving = [
        ...['StartMessageMoveTask', 'ListMessageMoveTasks', 'DeleteMessage', 'ChangeMessageVisibility'],
      ];
      const actions = ['ReceiveMessage', ...(deadLetters === 'read' ? [] : moving)];
      expected.push({ Effect: 'Allow', Action: ['sqs:GetQueueAttributes'], Resource: `${sqsArn}*` });
      expected.push({
        Effect: 'Allow',
        Action: actions.map((action) => `sqs:${action}`),
        Resource: `${sqsArn}*-dlq`,
      });
      if (deadLetters === 'redrive')
        expected.push({ Effect: 'Allow', Action: ['sqs:SendMessage'], Resource: `${sqsArn}*` });
    }
    const traces = { Effect: 'Allow', Action: traceGrant.Action, Resource: '*' };
    for (const queue of endpoint.permissions?.queues ?? []) {
      expected.push({ Effect: 'Allow', Action: ['sqs:SendMessage'], Resource: `${sqsArn}${queue}` });
    }
    expect(statementsOf(lambda)).toEqual([...expected, traces]);
  });
});

/** Functions behind no API. */
const streaming = [
  exportEntry,
  consoleEntry,
  ...functionEntries(
    endpoints.filter(({ transport }) => transport === 'stream'),
    [],
  ),
].map(({ module, name }) => `${module}/${name}`);

describe.each(functionEntries(endpoints, []))('the function $module/$name', ({ module, name }) => {
  const { properties } = lambdaOf(module, name);
  const streams = streaming.includes(`${module}/${name}`) && name !== notFoundEntry.name;

  it('runs its bundle on Node 24, on arm64', () => {
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
    });
  });

  it('times out before the API does after 30 s, or before Lambda does for streams', () => {
    expect(properties.Timeout).toBeGreaterThan(0);
    expect(properties.Timeout).toBeLessThan(streams ? 901 : 30);
  });

  it('is traced', () => {
    expect(properties.TracingConfig).toEqual({ Mode: 'Active' });
  });

  it('logs JSON into the log group of its module', () => {
    expect(properties.LoggingConfig).toMatchObject({ LogFormat: 'JSON', ApplicationLogLevel: 'INFO' });
    const group = app.referenced(
      lambdaOf(module, name),
      (properties.LoggingConfig as { LogGroup: unknown }).LogGroup,
    );
    expect(group.properties.LogGroupName).toBe(`/platform-modules/dev/${module}`);
  });

  it('has the table, the stage and every setting in its environment', () => {
    const { Variables } = properties.Environment as { Variables: Record<string, string> };
    expect(Variables).toMatchObject({
      TABLE_NAME: 'platform-modules-dev',
      STAGE: 'dev',
      LOG_LEVEL: 'info',
      RATE_LIMIT_PER_MINUTE: '77',
      RATE_LIMIT_PER_HOUR: '1000',
    });
    expect(Object.keys(Variables)).toEqual(expect.arrayContaining(settingNames));
  });

  it('has a role that only Lambda may assume, without managed policies', () => {
    const role = app.referenced(lambdaOf(module, name), properties.Role);
    expect(role.properties).not.toHaveProperty('ManagedPolicyArns');
    expect(role.properties.AssumeRolePolicyDocument).toEqual({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
      ],
    });
  });
});

describe('all functions together', () => {
  const isWhole = (name: unknown) => String(name).endsWith('-whole');

  it('are those of the endpoint and worker tables, one for unknown routes and one for exports', () => {
    const names = app.ofType('AWS::Lambda::Function').map((lambda) => lambda.properties.FunctionName);
    const expected = functionEntries(endpoints).map(({ module, name }) => `pm-dev-${module}-${name}`);
    expect(names.filter((name) => !isWhole(name)).sort()).toEqual(expected.sort());
    const streaming = endpoints.filter(({ transport }) => transport === 'stream');
    expect(names.filter(isWhole)).toHaveLength(streaming.length + 1);
  });

  it('share no role, except those that return whole responses of others', () => {
    const lambdas = app
      .ofType('AWS::Lambda::Function')
      .filter(({ properties }) => !isWhole(properties.FunctionName));
    const roles = lambdas.map((lambda) => `${lambda.stack} ${text(lambda.properties.Role)}`);
    expect(new Set(roles).size).toBe(lambdas.length);
    const schedules = app.ofType('AWS::Scheduler::Schedule');
    // Two more roles are for the schedules that functions create, and for Textract.
    expect(app.ofType('AWS::IAM::Role')).toHaveLength(lambdas.length + schedules.length + 2);
  });

  it('get all permissions from their role: no separate policy is attached', () => {
    for (const type of ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy', 'AWS::IAM::RolePolicy']) {
      expect(app.ofType(type)).toEqual([]);
    }
  });
});

describe('the function for unknown routes', () => {
  it('is the target of $default and of other methods of fixed paths, and may only write logs and traces', () => {
    const lambda = lambdaOf('front', 'not-found');
    const [route, ...further] = app
      .ofType('AWS::ApiGatewayV2::Route')
      .filter(({ properties }) => properties.RouteKey === '$default');
    expect(further).toHaveLength(1);
    if (route === undefined) throw new Error('no default route');
    const integrationId = text(route.properties.Target).replace(/^integrations\/<(.*)>$/, '$1');
    const integration = app.referenced(route, { Ref: integrationId });
    expect(app.referenced(integration, integration.properties.IntegrationUri)).toBe(lambda);
    expect(statementsOf(lambda)).toEqual([logStatement(lambda), expect.objectContaining(traceGrant)]);
    const sources = permissionsOf(lambda).map((permission) => text(permission.properties.SourceArn));
    expect(sources.every((source) => source.includes(':execute-api:'))).toBe(true);
    expect(sources.filter((source) => source.endsWith('/*/$default'))).toHaveLength(2);
    expect(
      sources.filter((source) => source.endsWith('/*/GET/api/business_rules/rules/validate')),
    ).toHaveLength(1);
  });
});
