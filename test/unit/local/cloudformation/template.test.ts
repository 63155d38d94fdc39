import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolveApp } from '../../../../lib/local/cloudformation/template.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assembly-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Writes an assembly of the given templates, by stack name. */
function assembly(
  templates: Record<string, object>,
  environment = 'aws://unknown-account/unknown-region',
): string {
  const artifacts: Record<string, object> = {};
  for (const [name, template] of Object.entries(templates)) {
    const templateFile = `${name}.template.json`;
    writeFileSync(join(directory, templateFile), JSON.stringify(template));
    artifacts[name] = { type: 'aws:cloudformation:stack', environment, properties: { templateFile } };
  }
  artifacts.assets = { type: 'cdk:asset-manifest', properties: { file: 'assets.json' } };
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ artifacts }));
  const destinations = { here: { bucketName: 'bucket', objectKey: 'abc.zip' } };
  const files = { abc: { source: { path: 'asset.abc', packaging: 'zip' }, destinations } };
  writeFileSync(join(directory, 'assets.json'), JSON.stringify({ files }));
  return directory;
}

/** The resolved property `Value` of a parameter resource, in a template with a table and a role. */
function resolved(value: unknown, sections: object = {}): unknown {
  const Resources = {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'things' } },
    Role: { Type: 'AWS::IAM::Role', Properties: {} },
    It: { Type: 'AWS::SSM::Parameter', Properties: { Value: value } },
  };
  const app = resolveApp(assembly({ main: { Resources, ...sections } }));
  return app.ofType('AWS::SSM::Parameter')[0]?.properties.Value;
}

const tableArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/things';
const Conditions = {
  Yes: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-east-1'] },
  No: { 'Fn::Not': [{ Condition: 'Yes' }] },
  Both: { 'Fn::And': [{ Condition: 'Yes' }, { Condition: 'No' }] },
  Either: { 'Fn::Or': [{ Condition: 'Yes' }, { Condition: 'No' }] },
};

describe('intrinsic functions', () => {
  it.each<[unknown, unknown]>([
    [{ Ref: 'Table' }, 'things'],
    [{ Ref: 'AWS::AccountId' }, '000000000000'],
    [{ Ref: 'AWS::URLSuffix' }, 'amazonaws.com'],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, tableArn],
    [{ 'Fn::GetAtt': 'Table.Arn' }, tableArn],
    [{ 'Fn::Join': ['/', ['a', { Ref: 'Table' }]] }, 'a/things'],
    [{ 'Fn::Sub': `\${AWS::Partition}:\${Table}:\${Table.Arn}:\${!x}` }, `aws:things:${tableArn}:\${x}`],
    [{ 'Fn::Sub': [`\${a}-\${Table}`, { a: { Ref: 'AWS::Region' } }] }, 'us-east-1-things'],
    [{ 'Fn::Select': [5, { 'Fn::Split': [':', { 'Fn::GetAtt': ['Table', 'Arn'] }] }] }, 'table/things'],
    [{ 'Fn::If': ['Yes', 'a', 'b'] }, 'a'],
    [{ 'Fn::If': ['Both', 'a', 'b'] }, 'b'],
    [{ 'Fn::If': ['Either', 'a', 'b'] }, 'a'],
    [['a', { Ref: 'AWS::NoValue' }, { 'Fn::If': ['No', 'b', { Ref: 'AWS::NoValue' }] }], ['a']],
    [{ x: { Ref: 'AWS::NoValue' }, y: 1 }, { y: 1 }],
  ])('%j → %j', (value, expected) => {
    expect(resolved(value, { Conditions })).toEqual(expected);
  });

  it.each<[unknown, string]>([
    [{ 'Fn::Transform': {} }, 'unknown intrinsic function Fn::Transform'],
    [{ Ref: 'Unknown' }, 'the resource Unknown does not exist'],
    [{ 'Fn::GetAtt': ['Table', 'Color'] }, 'unknown attribute Color of Table (AWS::DynamoDB::Table)'],
    [{ 'Fn::ImportValue': 'nothing' }, 'no stack exports nothing'],
    [{ 'Fn::If': ['Maybe', 1, 2] }, 'the condition Maybe does not exist'],
  ])('%j names stack, resource, property and the problem', (value, problem) => {
    expect(() => resolved({ inner: value })).toThrow(
      `template of main, resource It, Value.inner: ${problem}`,
    );
  });
});

describe('resolveApp', () => {
  it('follows exports across stacks in any order', () => {
    const user = {
      Resources: { P: { Type: 'AWS::SSM::Parameter', Properties: { Value: { 'Fn::ImportValue': 'id' } } } },
    };
    const Outputs = { Id: { Value: { Ref: 'Api' }, Export: { Name: 'id' } } };
    const owner = { Resources: { Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: {} } }, Outputs };
    const app = resolveApp(assembly({ user, owner }));
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
    const front = {
      Resources: { Url: { Type: 'AWS::Lambda::Url', Properties: { TargetFunctionArn: arn } } },
    };
    const functions = {
      Resources: { Streams: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'streams' } } },
    };
    const app = resolveApp(assembly({ front, functions }));
    expect(app.find(arn)?.type).toBe('AWS::Lambda::Function');
  });

  it('uses account and region of the stack if it names them', () => {
    const main = { Resources: { Q: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'q' } } } };
    const app = resolveApp(assembly({ main }, 'aws://111122223333/eu-west-1'));
    expect(app.resources[0]?.arn).toBe('arn:aws:sqs:eu-west-1:111122223333:q');
    expect(app.resources[0]?.physicalId).toBe('https://sqs.eu-west-1.amazonaws.com/111122223333/q');
  });

  it('omits a resource whose condition is false', () => {
    const Resources = { T: { Type: 'AWS::SNS::Topic', Condition: 'No' } };
    expect(resolveApp(assembly({ main: { Resources, Conditions } })).resources).toEqual([]);
  });

  it.each<[string, object]>([
    ['the asset manifest', { Properties: { Code: { S3Bucket: 'b', S3Key: 'abc.zip' } } }],
    ['the metadata of the resource', { Metadata: { 'aws:asset:path': 'asset.abc' } }],
  ])('finds code by %s', (_, parts) => {
    const main = { Resources: { F: { Type: 'AWS::Lambda::Function', ...parts } } };
    const app = resolveApp(assembly({ main }));
    const [lambda] = app.ofType('AWS::Lambda::Function');
    expect(lambda && app.assetPath(lambda)).toBe(join(directory, 'asset.abc'));
  });
});
