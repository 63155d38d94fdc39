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
const inRegion = (service: string) => `arn:<AWS::Partition>:${service}:<AWS::Region>:<AWS::AccountId>`;
const tableArn = `${inRegion('dynamodb')}:table/platform-modules-dev`;
const allow = (Action: readonly string[], Resource: string) => ({ Effect: 'Allow', Action, Resource });
const onKeys = (Action: readonly string[], ...keys: string[]) => ({
  ...allow(Action, tableArn),
  Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } },
});

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
  return allow(['logs:CreateLogStream', 'logs:PutLogEvents'], `<${group.logicalId}.Arn>`);
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
    const granted = { Action: 'lambda:InvokeFunction', Principal: 'apigateway.amazonaws.com' };
    for (const permission of permissions) expect(permission).toMatchObject(granted);
    const api = `<import ${apiIdExportName('dev', apisOf(endpoint.module)[0] ?? 'main')}>`;
    const routes = routeKeysOf(endpoint).map(
      (key) => `${inRegion('execute-api')}:${api}/*/${key.replace(' ', '')}`,
    );
    expect(permissions.map(({ SourceArn }) => text(SourceArn)).sort()).toEqual(routes.sort());
  });

  it('consists of three resources, and two for each of its routes and their integration', () => {
    const own = app
      .stack(endpoint.module)
      .resources.filter(({ logicalId }) =>
        ['Handler', 'Api'].some((part) => logicalId.startsWith(`${endpoint.operationId}${part}`)),
      );
    const ofRoute = ['AWS::ApiGatewayV2::Route', 'AWS::Lambda::Permission'];
    const ofRoutes = routeKeysOf(endpoint).flatMap(() => ofRoute);
    expect(own.map(({ type }) => type).sort()).toEqual(
      ['AWS::ApiGatewayV2::Integration', 'AWS::IAM::Role', 'AWS::Lambda::Function', ...ofRoutes].sort(),
    );
  });
});

describe.each(endpoints)('$operationId', (endpoint) => {
  const name = kebabCase(endpoint.operationId);

  it('is granted what its contract declares, and nothing more', () => {
    const lambda = lambdaOf(endpoint.module, name);
    const { limits, secrets, deadLetters, toggles, ...others } = endpoint.permissions ?? {};
    const { table = [], schedules = [], queues = [] } = others;
    const expected = [logStatement(lambda)];
    if (endpoint.auth !== 'none') {
      const reads = ['dynamodb:GetItem', 'dynamodb:BatchGetItem'];
      const factors = endpoint.stepUp ? ['TENANT#*#FACTORS#*'] : [];
      expected.push(
        onKeys(['dynamodb:UpdateItem'], 'KEY#*', 'LIMIT#user-*'),
        onKeys(
          [...reads, ...(endpoint.scope === 'none' ? [] : ['dynamodb:Query'])],
          ...['SESSION#*', 'LIMIT#user-idle#*', 'DIRECTORY#*', ...factors],
        ),
      );
    }
    if (endpoint.transport === 'stream' && !endpoint.holdsConnection)
      expected.push(onKeys(['dynamodb:UpdateItem'], 'LIMIT#downloads#*'));
    if (limits !== undefined) {
      const deletes = limits === 'count' ? [] : ['dynamodb:DeleteItem'];
      expected.push(onKeys(['dynamodb:UpdateItem', ...deletes], 'LIMIT#*'));
    }
    if (secrets !== undefined) {
      const seals = secrets === 'seal and open';
      const aliases = { 'kms:ResourceAliases': ['alias/platform-modules-dev'] };
      expected.push(
        {
          ...allow(['kms:Decrypt', ...(seals ? ['kms:GenerateDataKey'] : [])], `${inRegion('kms')}:key/*`),
          Condition: { 'ForAnyValue:StringEquals': aliases },
        },
        onKeys(['dynamodb:GetItem', ...(seals ? ['dynamodb:PutItem'] : [])], 'DATAKEY#*'),
      );
    }
    if (toggles !== undefined)
      expected.push(onKeys(['dynamodb:UpdateItem'], 'TOGGLE#*', 'TENANT#*#TOGGLEEVALUATIONS#*'));
    const tableActions = table.map((action) => `dynamodb:${action}`);
    if (tableActions.length > 0) expected.push(allow(tableActions, tableArn));
    const filesBucketArn =
      'arn:<AWS::Partition>:s3:::platform-modules-dev-files-<AWS::AccountId>-<AWS::Region>';
    expected.push(...fileGrants(endpoint.permissions, { shared: { filesBucketArn } } as GrantTargets));
    const verbs = schedules.filter((action) => action !== 'list');
    if (verbs.length > 0) {
      const actions = verbs.map(
        (verb) => `scheduler:${verb.replace(/^./, (first) => first.toUpperCase())}Schedule`,
      );
      expected.push(allow(actions, `${inRegion('scheduler')}:schedule/platform-modules-dev-dynamic/*`));
    }
    if (schedules.includes('list')) expected.push(allow(['scheduler:ListSchedules'], '*'));
    if (schedules.includes('create') || schedules.includes('update')) {
      const role = 'role/platform-modules-dev-schedules-<AWS::Region>';
      expected.push({
        ...allow(['iam:PassRole'], `arn:<AWS::Partition>:iam::<AWS::AccountId>:${role}`),
        Condition: { StringEquals: { 'iam:PassedToService': ['scheduler.amazonaws.com'] } },
      });
    }
    const sqsArn = `${inRegion('sqs')}:platform-modules-dev-`;
    if (deadLetters !== undefined) {
      const moving = [
        'StartMessageMoveTask',
        'ListMessageMoveTasks',
        'DeleteMessage',
        'ChangeMessageVisibility',
      ];
      const actions = ['ReceiveMessage', ...(deadLetters === 'read' ? [] : moving)];
      expected.push(allow(['sqs:GetQueueAttributes'], `${sqsArn}*`));
      expected.push(
        allow(
          actions.map((action) => `sqs:${action}`),
          `${sqsArn}*-dlq`,
        ),
      );
      if (deadLetters === 'redrive') expected.push(allow(['sqs:SendMessage'], `${sqsArn}*`));
    }
    expected.push(...queues.map((queue) => allow(['sqs:SendMessage'], `${sqsArn}${queue}`)));
    expect(statementsOf(lambda)).toEqual([...expected, allow(traceGrant.Action, '*')]);
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

  it('runs its bundle on Node 24, on arm64, and is traced', () => {
    expect(properties).toMatchObject({
      ...{ Runtime: 'nodejs24.x', Architectures: ['arm64'], Handler: 'index.handler' },
      TracingConfig: { Mode: 'Active' },
    });
  });

  it('times out before the API does after 30 s, or before Lambda does for streams', () => {
    expect(properties.Timeout).toBeGreaterThan(0);
    expect(properties.Timeout).toBeLessThan(streams ? 901 : 30);
  });

  it('logs JSON into the log group of its module', () => {
    expect(properties.LoggingConfig).toMatchObject({ LogFormat: 'JSON', ApplicationLogLevel: 'INFO' });
    const { LogGroup } = properties.LoggingConfig as { LogGroup: unknown };
    const group = app.referenced(lambdaOf(module, name), LogGroup);
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
    const ending = (end: string) => sources.filter((source) => source.endsWith(`/*/${end}`));
    expect(ending('$default')).toHaveLength(2);
    expect(ending('GET/api/business_rules/rules/validate')).toHaveLength(1);
  });
});
