import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveApp } from '../../../../lib/local/cloudformation/template.ts';
import { folderOfEachTest } from '../../../support/folders.ts';

const directory = folderOfEachTest();

/** Writes an assembly of the given templates, by stack name. */
function assembly(templates: Record<string, object>): string {
  const artifacts: Record<string, object> = {};
  for (const [name, template] of Object.entries(templates)) {
    const templateFile = `${name}.template.json`;
    writeFileSync(join(directory(), templateFile), JSON.stringify(template));
    artifacts[name] = { type: 'aws:cloudformation:stack', properties: { templateFile } };
  }
  artifacts.assets = { type: 'cdk:asset-manifest', properties: { file: 'assets.json' } };
  writeFileSync(join(directory(), 'manifest.json'), JSON.stringify({ artifacts }));
  return directory();
}

/** The resolved property `Value` of a parameter resource, in a template with a table and a role. */
function resolved(value: unknown): unknown {
  const Resources = {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'things' } },
    Role: { Type: 'AWS::IAM::Role', Properties: {} },
    It: { Type: 'AWS::SSM::Parameter', Properties: { Value: value } },
  };
  const app = resolveApp(assembly({ main: { Resources } }));
  return app.ofType('AWS::SSM::Parameter')[0]?.properties.Value;
}

const tableArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/things';

describe('intrinsic functions', () => {
  it.each<[unknown, unknown]>([
    [{ Ref: 'Table' }, 'things'],
    [{ Ref: 'AWS::AccountId' }, '000000000000'],
    [{ Ref: 'AWS::URLSuffix' }, 'amazonaws.com'],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, tableArn],
    [{ 'Fn::Join': ['/', ['a', { Ref: 'Table' }]] }, 'a/things'],
    [{ 'Fn::Sub': `\${AWS::Partition}:\${Table}` }, 'aws:things'],
    [{ 'Fn::Select': [5, { 'Fn::Split': [':', { 'Fn::GetAtt': ['Table', 'Arn'] }] }] }, 'table/things'],
    [
      { x: ['a', { Ref: 'Table' }], y: 1 },
      { x: ['a', 'things'], y: 1 },
    ],
  ])('%j → %j', (value, expected) => {
    expect(resolved(value)).toEqual(expected);
  });

  it.each<[unknown, string]>([
    [{ 'Fn::Transform': {} }, 'unknown intrinsic function Fn::Transform'],
    [{ Ref: 'Unknown' }, 'the resource Unknown does not exist'],
    [{ 'Fn::GetAtt': ['Table', 'Color'] }, 'unknown attribute Color of Table (AWS::DynamoDB::Table)'],
    [{ 'Fn::ImportValue': 'nothing' }, 'no stack exports nothing'],
    [{ 'Fn::If': ['Maybe', 1, 2] }, 'unknown intrinsic function Fn::If'],
    [{ Ref: 'AWS::NoValue' }, 'the resource AWS::NoValue does not exist'],
    ['{{resolve:secretsmanager:none:SecretString}}', 'the app has no secret none'],
  ])('%j names stack, resource, property and the problem', (value, problem) => {
    expect(() => resolved({ inner: value })).toThrow(
      `template of main, resource It, Value.inner: ${problem}`,
    );
  });
});

describe('resolveApp', () => {
  it('follows exports across stacks in any order', () => {
    const P = { Type: 'AWS::SSM::Parameter', Properties: { Value: { 'Fn::ImportValue': 'id' } } };
    const Outputs = { Id: { Value: { Ref: 'Api' }, Export: { Name: 'id' } } };
    const owner = { Resources: { Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: {} } }, Outputs };
    const app = resolveApp(assembly({ user: { Resources: { P } }, owner }));
    const apiId = app.ofType('AWS::ApiGatewayV2::Api')[0]?.physicalId;
    expect(apiId).toMatch(/^[a-z0-9]{10}$/);
    expect(app.ofType('AWS::SSM::Parameter')[0]?.properties.Value).toBe(apiId);
  });

  it('generates stable ids, and finds resources by id and ARN', () => {
    const main = { Resources: { Role: { Type: 'AWS::IAM::Role', Properties: {} } } };
    const [first, second] = [resolveApp(assembly({ main })), resolveApp(assembly({ main }))];
    const [role] = first.ofType('AWS::IAM::Role');
    expect(second.resources[0]?.physicalId).toBe(role?.physicalId);
    expect(first.find(role?.arn ?? '')).toBe(role);
    expect(first.find(role?.physicalId ?? '')).toBe(role);
  });

  it('resolves the ARN of a function, also for a URL of an earlier stack', () => {
    const arn = 'arn:aws:lambda:us-east-1:000000000000:function:streams';
    const Url = { Type: 'AWS::Lambda::Url', Properties: { TargetFunctionArn: arn } };
    const Streams = { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'streams' } };
    const app = resolveApp(
      assembly({ front: { Resources: { Url } }, functions: { Resources: { Streams } } }),
    );
    expect(app.find(arn)?.type).toBe('AWS::Lambda::Function');
  });

  it('refuses a resource with a condition', () => {
    const Resources = { T: { Type: 'AWS::SNS::Topic', Condition: 'No' } };
    const message = 'template of main, resource T: conditions do not run locally';
    expect(() => resolveApp(assembly({ main: { Resources } }))).toThrow(message);
  });

  it('replaces references to secrets by their values', () => {
    const parts = (id: unknown) => ['{{resolve:secretsmanager:', id, ':SecretString}}'];
    const secret = (name: string) => parts(name).join('');
    const ofType = { Type: 'AWS::SecretsManager::Secret' };
    const Resources = {
      Both: { ...ofType, Properties: { Name: 'both', SecretString: secret('one') } },
      One: { ...ofType, Properties: { Name: 'one' } },
      User: {
        Type: 'AWS::SSM::Parameter',
        Properties: { One: { 'Fn::Join': ['', parts({ Ref: 'One' })] }, Both: secret('both') },
      },
    };
    const [user] = resolveApp(assembly({ main: { Resources } })).ofType('AWS::SSM::Parameter');
    expect(user?.properties.One).toMatch(/^[0-9a-f]{32}$/);
    expect(user?.properties.Both).toBe(user?.properties.One);
  });

  it('finds code by the metadata of the resource', () => {
    const F = { Type: 'AWS::Lambda::Function', Metadata: { 'aws:asset:path': 'asset.abc' } };
    const app = resolveApp(assembly({ main: { Resources: { F } } }));
    const [lambda] = app.ofType('AWS::Lambda::Function');
    expect(lambda && app.assetPath(lambda)).toBe(join(directory(), 'asset.abc'));
  });
});
