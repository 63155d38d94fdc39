/** Rules for the templates of every stage, each tested with the mistake that it detects. */
import { RegionInfo } from 'aws-cdk-lib/region-info';
import { beforeAll, describe, expect, it } from 'vitest';
import { regionProblems } from '../../lib/aws/stage/regions.ts';
import { stageDefaults } from '../../lib/aws/stage/stages.ts';
import { deploymentStatements } from '../../lib/deploy/policy.ts';
import { everythingOn } from '../support/runtime/everything-on.ts';
import {
  type Synthesized,
  type SynthesizedStack,
  synthesize,
  type TemplateResource,
} from '../support/runtime/template.ts';
import { missingDependencies } from '../support/template-rules/dependencies.ts';
import { roleProblems, statementProblems } from '../support/template-rules/iam.ts';
import { stagesPerAccount } from '../support/template-rules/quotas.ts';
import { typesMissingIn } from '../support/template-rules/regions.ts';
import { resourceSchemas, schemaProblems } from '../support/template-rules/schema.ts';

const dev = synthesize({ stage: 'dev' });
const prod = synthesize({ stage: 'prod' });
const everything = synthesize({ stage: 'prod', options: everythingOn });
const stages: [string, Synthesized][] = [
  ['dev', dev],
  ['prod', prod],
  ['prod with everything on', everything],
];

/** Templates of one stack with these resources. */
function templatesOf(resources: Record<string, Partial<TemplateResource> & { type: string }>): Synthesized {
  const defaults = { properties: {}, deletionPolicy: undefined, dependsOn: [], stack: 'Stack' };
  const stack: SynthesizedStack = {
    ...{ name: 'Stack', tags: {}, terminationProtection: false, region: 'unknown-region' },
    ...{ dependencies: [], outputs: [], outputNames: [], parameters: [] },
    resources: Object.entries(resources).map(([logicalId, one]) => ({ ...defaults, ...one, logicalId })),
  };
  return {
    ...dev,
    stacks: [stack],
    ofType: (type) => stack.resources.filter((resource) => resource.type === type),
  };
}

beforeAll(resourceSchemas);

describe.each(stages)('the templates of %s', (_, app) => {
  it('have only properties, values, attributes and references that CloudFormation knows', async () => {
    expect(await schemaProblems(app)).toEqual([]);
  });

  it('depend on every resource that they name', () => {
    expect(missingDependencies(app)).toEqual([]);
  });

  it('grant only actions that exist, on resources that these accept', async () => {
    expect(await roleProblems(app)).toEqual([]);
  });
});

describe('the deployment policy', () => {
  it('has only actions that exist, on resources that these accept', async () => {
    const templates = everything.stacks.map(({ resources }) => ({
      Resources: Object.fromEntries(resources.map(({ logicalId, type }) => [logicalId, { Type: type }])),
    }));
    expect(await statementProblems(deploymentStatements(templates, 'prod'))).toEqual([]);
  });
});

describe('the regions of AWS', () => {
  it('are refused if a resource type of the templates is missing', () => {
    const options = stageDefaults('prod');
    const commercial = RegionInfo.regions.filter(({ partition }) => partition === 'aws');
    const missing = typesMissingIn(
      everything,
      commercial.map(({ name }) => name),
    );
    expect(missing.get('eu-central-2')).toContain('AWS::Lambda::Url');
    const unnoticed = [...missing].filter(
      ([region, types]) => types.length > 0 && regionProblems(region, options).length === 0,
    );
    expect(unnoticed).toEqual([]);
  });
});

describe('an account', () => {
  it('fits two stages, limited by IAM roles', () => {
    for (const app of [dev, prod])
      expect(stagesPerAccount(app)).toEqual({ stages: 2, limitedBy: 'AWS::IAM::Role' });
  });

  it('needs the roles and resources that the pages name', () => {
    const roles = [dev, everything].map((app) => app.ofType('AWS::IAM::Role').length);
    expect(roles.filter((count) => count < 330 || count > 390)).toEqual([]);
    const largest = Math.max(...everything.stacks.map(({ resources }) => resources.length));
    expect(Math.abs(largest - 315)).toBeLessThan(25);
  });

  it('fits two stages with large uploads and fixed addresses', () => {
    expect(stagesPerAccount(everything)).toMatchObject({ stages: 2 });
  });
});

describe('a mistake is detected', () => {
  const colour = { 'Fn::GetAtt': ['Here', 'Colour'] };

  it.each<[string, string, object, RegExp]>([
    ['a property that does not exist', 'SQS::Queue', { Name: 'q' }, /unknown property Name/],
    ['a property that is missing', 'Lambda::Alias', { Name: 'live' }, /lacks FunctionName/],
    ['text for a number', 'SQS::Queue', { DelaySeconds: '5' }, /must be integer/],
    ['a type that does not exist', 'SQS::Kiosk', {}, /unknown type/],
    ['a reference to nothing', 'SQS::Queue', { QueueName: { Ref: 'Gone' } }, /refers to Gone/],
    ['an unknown attribute', 'SQS::Queue', { QueueName: colour }, /unknown attribute Here\.Colour/],
    ['an import that nothing exports', 'SQS::Queue', { QueueName: { 'Fn::ImportValue': 'x' } }, /imports x/],
  ])('by the schemas: %s', async (_, type, properties, message) => {
    const Here = { type: `AWS::${type}`, properties: { ...properties } };
    const problems = await schemaProblems(templatesOf({ Here }));
    expect(problems.join('\n')).toMatch(message);
  });

  const FunctionName = { Ref: 'Function' };
  const once = (Qualifier: unknown, dependsOn: readonly string[] = []) => ({
    Alias: { type: 'AWS::Lambda::Alias', properties: { Name: 'live', FunctionName } },
    Once: { type: 'AWS::Lambda::EventInvokeConfig', properties: { FunctionName, Qualifier }, dependsOn },
  });

  it('by dependencies: a setting that does not depend on its alias', () => {
    expect(missingDependencies(templatesOf(once('live')))).toEqual([expect.stringContaining('Once')]);
    expect(missingDependencies(templatesOf(once('live', ['Alias'])))).toEqual([]);
    const read = { 'Fn::Select': [7, { 'Fn::Split': [':', { Ref: 'Alias' }] }] };
    expect(missingDependencies(templatesOf(once(read)))).toEqual([]);
  });

  it('by dependencies: a deployment group that does not depend on its alarm', () => {
    const withAlarm = (Name: unknown) => ({
      Alarm: { type: 'AWS::CloudWatch::Alarm', properties: { AlarmName: 'pm-prod-rules-faults' } },
      Group: {
        type: 'AWS::CodeDeploy::DeploymentGroup',
        properties: { AlarmConfiguration: { Alarms: [{ Name }] } },
      },
    });
    expect(missingDependencies(templatesOf(withAlarm('pm-prod-rules-faults')))).toHaveLength(1);
    expect(missingDependencies(templatesOf(withAlarm({ Ref: 'Alarm' })))).toEqual([]);
  });

  it.each([
    ['secretsmanager:GetRandomPassword', 'arn:*:secretsmanager:*:*:secret:a/*', /has no resource/],
    ['codedeploy:StopDeployment', 'arn:*:codedeploy:*:*:application:x', /has no resource/],
    ['dynamodb:GetThing', '*', /does not exist/],
    ['dynamodb:GetItem', 'arn:*:s3:::bucket', /accepts table, not/],
  ])('by IAM: %s on %s', async (Action, Resource, message) => {
    expect((await statementProblems([{ Effect: 'Allow', Action, Resource }])).join()).toMatch(message);
  });
});
