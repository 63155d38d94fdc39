/** The deploy command with a scripted CDK CLI and mocked AWS clients. */
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deploy } from '../../../lib/deploy/deploy.ts';
import { ScriptedAccount, stackOf } from '../../support/fault-injection/scripted-account.ts';

const role = (service: string) => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: {
      Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: service } }],
    },
  },
});
const table = (TableName: string) => ({ Type: 'AWS::DynamoDB::Table', Properties: { TableName } });
const queue = (VisibilityTimeout: number) => ({
  Type: 'AWS::SQS::Queue',
  Properties: { QueueName: 'jobs', VisibilityTimeout },
});
const data = stackOf('data', { Table: table('platform-modules-dev') });
const rules = stackOf('rules', { Role: role('lambda.amazonaws.com'), Queue: queue(30) });
const handle = { Handle: { Type: 'AWS::CloudFormation::WaitConditionHandle' } };
const [front, protection] = [stackOf('front', handle), stackOf('protection', handle)];
const stage = [data, rules, front];
const request = { stage: 'dev', context: [], allowed: [], concurrency: undefined, yes: false, rest: [] };
const synth = 'cdk synth --quiet --output /scratch/assembly --context stage=dev';
const cdkDeploy =
  'cdk deploy --app /scratch/assembly --all --require-approval never --concurrency 3 --progress events';
/** No created stack. */
const cdkUpdate = cdkDeploy.replace('concurrency 3', 'concurrency 8');

let aws: ScriptedAccount;
beforeEach(() => {
  aws = new ScriptedAccount();
});
afterEach(() => aws.restore());
const said = () => aws.said.join('\n');

describe('a first deployment', () => {
  it('checks the account, asks once, deploys every stack without prompts and names the host', async () => {
    aws.answers = ['yes'];
    await deploy(request, aws.tools(stage));
    expect(aws.log).toEqual([synth, 'write /scratch/permissions.txt', 'ask Deploy? (yes/no)', cdkDeploy]);
    expect(said()).toContain('✓ CDK bootstrap of eu-west-1');
    expect(said()).toContain('create        3 stacks with 4 resources');
    expect(said()).toContain('[1/3] PlatformModules-dev-data done');
    expect(said()).toContain('Public host: https://d1.cloudfront.net');
    expect(aws.said.at(-1)).toMatch(/^Finished after/);
  });

  it('does not ask with --yes, and passes the concurrency and arguments to the CLI', async () => {
    await deploy({ ...request, yes: true, concurrency: 1, rest: ['--verbose'] }, aws.tools(stage));
    expect(aws.log.at(-1)).toBe(`${cdkDeploy.replace('concurrency 3', 'concurrency 1')} --verbose`);
    expect(aws.log.join()).not.toContain('ask');
  });

  it.each([['no'], ['']])('deploys nothing for the answer "%s"', async (answer) => {
    aws.answers = [answer];
    await expect(deploy(request, aws.tools(stage))).rejects.toThrow(/nothing was deployed/);
    expect(aws.stacks.size).toBe(0);
  });

  it('stops before it asks if a check fails, with the command that fixes it', async () => {
    const error = Object.assign(new Error('none'), { name: 'ParameterNotFound' });
    aws.ssm.on(GetParameterCommand).rejects(error);
    await expect(deploy(request, aws.tools(stage))).rejects.toThrow(/fix the items marked/);
    expect(aws.log).toEqual([synth]);
    expect(said()).toContain('npx cdk bootstrap aws://111122223333/eu-west-1');
  });
});

describe('a deployment without changes', () => {
  it('neither asks nor runs the CLI', async () => {
    for (const stack of stage) aws.add(stack);
    aws.add(front, { outputs: { BaseUrl: 'https://d1.cloudfront.net' } });
    await deploy(request, aws.tools(stage));
    expect(aws.log).toEqual([synth]);
    expect(said()).toContain('Nothing to deploy');
    expect(said()).toContain('Public host: https://d1.cloudfront.net');
  });

  it('compares texts as CloudFormation returns them, with question marks beyond ASCII', async () => {
    const described = (Description: string) =>
      stackOf('front', { Policy: { Type: 'AWS::KMS::Key', Properties: { Description } } });
    aws.add(described('the platform?s key'));
    await deploy(request, aws.tools([described('the platform’s key')]));
    expect(said()).toContain('Nothing to deploy');
  });

  it('ignores stacks of a stage with the same name prefix', async () => {
    for (const stack of stage) aws.add(stack);
    aws.add(stackOf('data', {}, 'dev-2'));
    await deploy(request, aws.tools(stage));
    expect(aws.log).toEqual([synth]);
  });
});

describe('a deployment that changes something', () => {
  const next = stackOf('rules', { Role: role('edgelambda.amazonaws.com'), Queue: queue(60) });
  const changed = [data, next, front];

  it('shows broadened permissions before it asks', async () => {
    for (const stack of stage) aws.add(stack);
    aws.answers = ['y'];
    await deploy(request, aws.tools(changed));
    expect(said()).toContain('update        PlatformModules-dev-rules: 2 resources');
    expect(said()).toContain('PlatformModules-dev-rules broadens permissions:');
    expect(said()).toContain('edgelambda.amazonaws.com');
    expect(said()).toContain('unchanged     2 stacks');
  });

  it('shows replaced resources', async () => {
    const withParameter = (Name: string) =>
      stackOf('front', { One: { Type: 'AWS::SSM::Parameter', Properties: { Name, Type: 'String' } } });
    aws.add(withParameter('/one'));
    aws.answers = ['no'];
    await expect(deploy(request, aws.tools([withParameter('/two')]))).rejects.toThrow(/Not confirmed/);
    expect(said()).toContain('One (AWS::SSM::Parameter) is replaced');
  });

  it('waits for CloudFormation', async () => {
    aws.add(data, { status: 'UPDATE_IN_PROGRESS' });
    const refused = deploy(request, aws.tools(stage));
    await expect(refused).rejects.toThrow(/still working on PlatformModules-dev-data/);
  });
});

describe('a stack that cannot be updated', () => {
  it.each([
    ['UPDATE_ROLLBACK_FAILED', 'continue-update-rollback'],
    ['DELETE_FAILED', 'delete-stack'],
  ] as const)(
    'with the status %s stops the deployment with the command that ends it',
    async (status, command) => {
      aws.add(data, { status });
      await expect(deploy(request, aws.tools(stage))).rejects.toThrow(
        `aws cloudformation ${command} --stack-name PlatformModules-dev-data --region eu-west-1`,
      );
      expect(aws.log).toEqual([]);
    },
  );
});

describe('a protection stack that cannot be deleted', () => {
  it('is removed by force before the deployment', async () => {
    for (const stack of stage) aws.add(stack);
    aws.add(protection, { status: 'DELETE_FAILED', isStuck: true });
    await deploy({ ...request, yes: true }, aws.tools([...stage, protection]));
    expect(aws.log.slice(-2)).toEqual(['force delete PlatformModules-dev-protection', cdkDeploy]);
  });
});

describe('a linear rollout', () => {
  const group = (Name: string) => ({
    Group: { Type: 'AWS::CodeDeploy::DeploymentGroup', Properties: { DeploymentConfigName: Name } },
  });

  it('updates three stacks at a time', async () => {
    aws.add(front).add(stackOf('rules', group('one')));
    await deploy({ ...request, yes: true }, aws.tools([front, stackOf('rules', group('two'))]));
    expect(aws.log.at(-1)).toBe(cdkDeploy);
  });
});

describe('a dangerous change', () => {
  const renamed = [stackOf('data', { Table: table('other') }), rules, front];

  it('is refused before any prompt, unless it is allowed by name', async () => {
    for (const stack of stage) aws.add(stack);
    const refused = deploy({ ...request, yes: true }, aws.tools(renamed));
    await expect(refused).rejects.toThrow(/Nothing was deployed[\s\S]*PlatformModules-dev-data\.Table/);
    expect(aws.log).toEqual([synth]);
    const allowed = ['PlatformModules-dev-data.Table'];
    await deploy({ ...request, yes: true, allowed }, aws.tools(renamed));
    expect(aws.log.at(-1)).toBe(cdkUpdate);
    expect(said()).toContain('Table (AWS::DynamoDB::Table) is replaced');
  });

  const secret = (Name: string) =>
    stackOf('data', { Secret: { Type: 'AWS::SecretsManager::Secret', Properties: { Name } } });
  const Environment = '{{resolve:secretsmanager:origin/1:SecretString}}';
  const user = stackOf('rules', { Function: { Type: 'AWS::Lambda::Function', Properties: { Environment } } });
  const ingest = (AvailabilityZone: string) => {
    const Properties = { AvailabilityZone, CidrBlock: '10.0.0.0/24' };
    return stackOf('ingest', { Tasks0: { Type: 'AWS::EC2::Subnet', Properties } });
  };
  const address = { Type: 'AWS::EC2::EIP', DeletionPolicy: 'RetainExceptOnCreate' };

  it.each([
    [
      'a secret disappears while deployed functions resolve it',
      [secret('origin/1'), user],
      [secret('origin/2'), user],
      /PlatformModules-dev-data\.Secret .*in use by PlatformModules-dev-rules/,
    ],
    [
      'a network moves to another zone',
      [...stage, ingest('eu-west-1a')],
      [...stage, ingest('eu-west-1b')],
      /PlatformModules-dev-ingest\.Tasks0 .*moves to another zone/,
    ],
    [
      'the stack of a disabled part contains data',
      [...stage, stackOf('egress', { Address: address })],
      stage,
      /PlatformModules-dev-egress\.Address/,
    ],
  ])('is refused before any prompt if %s', async (_, deployed, next, message) => {
    for (const stack of deployed) aws.add(stack);
    await expect(deploy(request, aws.tools(next))).rejects.toThrow(message);
    expect(aws.log).toEqual([synth]);
  });
});

describe('a disabled part', () => {
  const egress = stackOf('egress', { Route: { Type: 'AWS::EC2::RouteTable' } });

  it('has its stack deleted after a confirmation, when other stacks no longer use it', async () => {
    for (const stack of [...stage, egress]) aws.add(stack);
    aws.answers = ['yes'];
    await deploy(request, aws.tools(stage));
    expect(said()).toContain('delete        PlatformModules-dev-egress (eu-west-1)');
    const deletion = 'delete PlatformModules-dev-egress';
    expect(aws.log.slice(-3)).toEqual(['ask Deploy? (yes/no)', cdkUpdate, deletion]);
  });

  it('leaves resources that a later stack of the same name needs, which are listed with their commands', async () => {
    const logs = { Type: 'AWS::Logs::LogGroup', DeletionPolicy: 'RetainExceptOnCreate' };
    for (const stack of [...stage, stackOf('ingest', { Logs: logs })]) aws.add(stack);
    await deploy({ ...request, yes: true }, aws.tools(stage));
    expect(aws.log.at(-1)).toBe('delete PlatformModules-dev-ingest');
    expect(said()).toContain('before you enable their part again');
    expect(said()).toContain('aws logs delete-log-group --log-group-name physical-Logs --region eu-west-1');
  });

  it('is unlocked before its deletion only if the lock is named', async () => {
    for (const stack of stage) aws.add(stack);
    aws.add(protection, { isProtected: true });
    const unprotected = { ...request, yes: true };
    await expect(deploy(unprotected, aws.tools(stage))).rejects.toThrow(/PlatformModules-dev-protection/);
    await deploy({ ...unprotected, allowed: ['PlatformModules-dev-protection'] }, aws.tools(stage));
    expect(aws.log.slice(-3)).toEqual([
      'unprotect PlatformModules-dev-protection',
      'delete PlatformModules-dev-protection',
      cdkUpdate,
    ]);
  });
});

describe('a part of the public host in us-east-1', () => {
  const acl = { Type: 'AWS::WAFv2::WebACL', Properties: { Name: 'platform-modules-dev' } };
  const certificate = { Type: 'AWS::CertificateManager::Certificate' };
  const allowed = ['PlatformModules-dev-edge.Acl'];

  it('is removed when the host no longer uses it', async () => {
    const both = stackOf('edge', { Acl: acl, Certificate: certificate });
    for (const stack of [both, ...stage]) aws.add(stack);
    const next = [stackOf('edge', { Certificate: certificate }), ...stage];
    await deploy({ ...request, yes: true, allowed }, aws.tools(next));
    const others = stage.map(({ name }) => name).join(' ');
    expect(aws.log.slice(-2)).toEqual([
      cdkUpdate.replace('--all', `--exclusively ${others}`),
      cdkUpdate.replace('--all', '--exclusively PlatformModules-dev-edge'),
    ]);
  });

  it('is added before the host uses it', async () => {
    for (const stack of [stackOf('edge', { Acl: acl }), ...stage]) aws.add(stack);
    const next = [stackOf('edge', { Certificate: certificate }), ...stage];
    await deploy({ ...request, yes: true, allowed }, aws.tools(next));
    expect(aws.log.at(-1)).toBe(cdkUpdate);
  });
});

describe('a failed creation', () => {
  it('is removed in spite of its protection, and retried once', async () => {
    aws.runs = [{ fails: { 'PlatformModules-dev-rules': 'role cannot be assumed' } }];
    await deploy({ ...request, yes: true }, aws.tools(stage));
    expect(aws.log.slice(-4)).toEqual([
      cdkDeploy,
      'unprotect PlatformModules-dev-rules',
      'delete PlatformModules-dev-rules',
      cdkDeploy,
    ]);
    expect(said()).toContain('PlatformModules-dev-rules: Thing (AWS::X::Y): role cannot be assumed');
    expect([...aws.stacks.values()].map(({ status }) => status)).not.toContain('ROLLBACK_COMPLETE');
  });

  it('leaves nothing behind if it fails again, so that the command can be repeated', async () => {
    const fails = { 'PlatformModules-dev-rules': 'no such thing' };
    aws.runs = [{ fails }, { fails }];
    const failed = deploy({ ...request, yes: true }, aws.tools(stage));
    await expect(failed).rejects.toThrow(/same command continues/);
    expect(aws.stacks.get('PlatformModules-dev-rules')?.status).toBe('DELETE_COMPLETE');
    await deploy({ ...request, yes: true }, aws.tools(stage));
    expect(said()).toContain('Public host');
  });

  it.each(['ROLLBACK_COMPLETE', 'REVIEW_IN_PROGRESS'] as const)(
    'of an earlier deployment (%s) is named and removed first',
    async (status) => {
      aws.add(rules, { status, isProtected: true });
      aws.answers = ['yes'];
      await deploy(request, aws.tools(stage));
      expect(said()).toContain(
        `remove first  PlatformModules-dev-rules: its first creation failed (${status})`,
      );
      expect(aws.log.slice(-4)).toEqual([
        'ask Deploy? (yes/no)',
        'unprotect PlatformModules-dev-rules',
        'delete PlatformModules-dev-rules',
        cdkDeploy,
      ]);
    },
  );

  it('keeps a working stack after a failed update', async () => {
    for (const stack of stage) aws.add(stack);
    aws.runs = [{ fails: { 'PlatformModules-dev-rules': 'refused' } }];
    const next = [data, stackOf('rules', { Queue: queue(60) }), front];
    await expect(deploy({ ...request, yes: true }, aws.tools(next))).rejects.toThrow(/were rolled back/);
    expect(aws.log.join()).not.toContain('delete');
  });
});
