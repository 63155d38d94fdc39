/** What a deployment does and in which order, and what the guard lets through. */
import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../lib/deploy/arguments.ts';
import { deployedTemplate, elementText } from '../../../lib/deploy/cloudformation.ts';
import { type DeployTools, deploy } from '../../../lib/deploy/deploy.ts';
import { dangersOf, refusal } from '../../../lib/deploy/guard.ts';
import type { StackToDeploy, Template } from '../../../lib/deploy/templates.ts';

const table = {
  Type: 'AWS::DynamoDB::Table',
  DeletionPolicy: 'Retain',
  Properties: {
    TableName: 'platform-modules-prod',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    DeletionProtectionEnabled: true,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  },
};
const lambda = { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'pm-prod-x' } };
const deployed: Template = { Resources: { Table: table, Function: lambda } };
const withTable = (change: object, properties: object = {}): Template => ({
  Resources: { Table: { ...table, ...change, Properties: { ...table.Properties, ...properties } } },
});

describe('the guard', () => {
  it.each([
    ['a table that is gone', { Resources: {} }, 'is removed'],
    [
      'a table with another name',
      withTable({}, { TableName: 'other' }),
      'is replaced, because TableName changes',
    ],
    ['a table with other keys', withTable({}, { KeySchema: [] }), 'is replaced, because KeySchema changes'],
    ['something else in its place', withTable({ Type: 'AWS::S3::Bucket' }), 'is replaced by AWS::S3::Bucket'],
    [
      'a table that goes with its stack',
      withTable({ DeletionPolicy: 'Delete' }),
      'would not outlive its stack',
    ],
    [
      'no deletion protection',
      withTable({}, { DeletionProtectionEnabled: false }),
      'loses DeletionProtection',
    ],
    [
      'no recovery',
      withTable({}, { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false } }),
      'loses PointInTimeRecovery',
    ],
  ])('refuses %s', (_, next, what) => {
    const dangers = dangersOf('Data', deployed, next);
    expect(dangers).toMatchObject([{ logicalId: 'Table', what: expect.stringContaining(what) }]);
    expect(refusal(dangers, [])).toContain('Data.Table');
  });

  it('lets through what holds nothing, and changes that replace nothing', () => {
    const next = withTable({}, { TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true } });
    expect(dangersOf('Data', deployed, next)).toEqual([]);
    expect(refusal([], [])).toBeUndefined();
  });

  it('lets through what is allowed by its name, and nothing beside it', () => {
    const two: Template = { Resources: { Table: table, Other: table } };
    const dangers = dangersOf('Data', two, { Resources: {} });
    expect(refusal(dangers, ['Data.Table', 'Data.Other'])).toBeUndefined();
    const refused = refusal(dangers, ['Data.Table']);
    expect(refused).toContain('Data.Other');
    expect(refused).not.toContain('Data.Table');
  });
});

function toolsFor(stacks: readonly StackToDeploy[], before: Record<string, Template> = {}) {
  const ran: string[] = [];
  const tools: DeployTools = {
    async cdk(args) {
      ran.push(args.join(' '));
    },
    stacksIn: () => stacks,
    deployed: async (stack) => before[stack],
    scratch: (name) => `/scratch/${name}`,
  };
  return { ran, tools };
}
const stack = (name: string, template: Template = { Resources: {} }): StackToDeploy => ({
  name,
  region: undefined,
  template,
});
const request = {
  stage: 'prod',
  context: ['ignoreAlarms=on'],
  allowed: [],
  rest: ['--require-approval', 'never'],
};

describe('a deployment', () => {
  it('synthesizes once and deploys that, whatever region each stack is in', async () => {
    const { ran, tools } = toolsFor([
      stack('PlatformModules-prod-edge'),
      stack('PlatformModules-prod-front'),
    ]);
    await deploy(request, tools);
    expect(ran).toEqual([
      'synth --quiet --output /scratch/assembly --context stage=prod --context ignoreAlarms=on',
      'deploy --app /scratch/assembly --all --concurrency 8 --require-approval never',
    ]);
  });

  it('changes nothing when data would be lost', async () => {
    const { ran, tools } = toolsFor([stack('Data')], { Data: deployed });
    await expect(deploy(request, tools)).rejects.toThrow(/Nothing was deployed[\s\S]*Data\.Table/);
    expect(ran.map((command) => command.split(' ')[0])).toEqual(['synth']);
  });
});

describe('its arguments', () => {
  it('are its own or those of the CDK CLI', () => {
    expect(
      readArguments([
        ...['--stage=prod', '--profile', 'team', '-c', 'ignoreAlarms=on', '--context=a=b'],
        ...['--allow', 'Data.Table', '--require-approval', 'never'],
      ]),
    ).toEqual({
      stage: 'prod',
      profile: 'team',
      policy: undefined,
      context: ['ignoreAlarms=on', 'a=b'],
      allowed: ['Data.Table'],
      rest: ['--require-approval', 'never'],
    });
  });

  it('have defaults, and take the stage as context as well', () => {
    expect(readArguments([])).toMatchObject({ stage: 'dev', context: [], rest: [] });
    expect(readArguments(['-c', 'stage=pr-1'])).toMatchObject({ stage: 'pr-1', context: [] });
    expect(readArguments(['--policy', '--stage', 'prod'])).toMatchObject({
      policy: 'deployment-policy',
      stage: 'prod',
    });
    expect(readArguments(['--policy', 'mine'])).toMatchObject({ policy: 'mine' });
  });
});

describe('what is deployed', () => {
  const options = {
    region: 'eu-west-1',
    credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token' },
  };
  const answering = (status: number, body: string) => ({
    ...options,
    fetch: (async () => new Response(body, { status })) as typeof fetch,
  });

  it('is asked for in its region, signed for CloudFormation and with the session', async () => {
    let asked: Request | undefined;
    const send = (async (...request: ConstructorParameters<typeof Request>) => {
      asked = new Request(...request);
      return new Response('<TemplateBody>{}</TemplateBody>');
    }) as typeof fetch;
    await deployedTemplate('Data', { ...options, fetch: send });
    expect(asked?.url).toBe('https://cloudformation.eu-west-1.amazonaws.com/');
    expect(asked?.headers.get('authorization')).toMatch(
      /AKIDEXAMPLE\/\d{8}\/eu-west-1\/cloudformation\/aws4_request/,
    );
    expect(asked?.headers.get('x-amz-security-token')).toBe('token');
    expect(await asked?.text()).toContain('StackName=Data');
  });

  it('is read out of the answer', async () => {
    const body = '{&quot;Resources&quot;:{&#34;A&#x22;:{&quot;Type&quot;:&quot;T&amp;&lt;&quot;}}}';
    const xml = `<GetTemplateResponse><GetTemplateResult><TemplateBody>${body}</TemplateBody></GetTemplateResult></GetTemplateResponse>`;
    expect(await deployedTemplate('Data', answering(200, xml))).toEqual({
      Resources: { A: { Type: 'T&<' } },
    });
    expect(elementText('<A>x</A>', 'B')).toBeUndefined();
  });

  it('is nothing for a stack that was named but never made', async () => {
    const xml = '<GetTemplateResponse><TemplateBody></TemplateBody></GetTemplateResponse>';
    expect(await deployedTemplate('Data', answering(200, xml))).toBeUndefined();
  });

  it('is nothing for a stack that is not there, and an error for anything else', async () => {
    const error = (code: string, message: string) =>
      `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
    const missing = answering(400, error('ValidationError', 'Stack with id Data does not exist'));
    expect(await deployedTemplate('Data', missing)).toBeUndefined();
    const denied = answering(403, error('AccessDenied', 'not authorized'));
    await expect(deployedTemplate('Data', denied)).rejects.toThrow(/Data: not authorized/);
  });
});
