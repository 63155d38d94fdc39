/** Problems of an account that the pre-flight check finds, with the commands that fix them. */
import { type CertificateStatus, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { DescribeStacksCommand, type StackStatus } from '@aws-sdk/client-cloudformation';
import { GetAccountSummaryCommand, GetRoleCommand } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { GetHostedZoneCommand } from '@aws-sdk/client-route-53';
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { regionProblems } from '../../../lib/aws/stage/regions.ts';
import { checkCertificate, tableOf } from '../../../lib/deploy/preflight/checks.ts';
import { runPreflight } from '../../../lib/deploy/preflight/preflight.ts';
import type { PreflightInput } from '../../../lib/deploy/preflight/requirements.ts';
import { account, region, ScriptedAccount, stackOf } from '../../support/fault-injection/scripted-account.ts';

const lambda = (ReservedConcurrentExecutions?: number) => ({
  Type: 'AWS::Lambda::Function',
  Properties: ReservedConcurrentExecutions === undefined ? {} : { ReservedConcurrentExecutions },
});
const roles = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`Role${index}`, { Type: 'AWS::IAM::Role' }]),
  );
const host = 'api.example.com';
const certificateArn = `arn:aws:acm:us-east-1:${account}:certificate/1`;
const distribution = {
  Type: 'AWS::CloudFront::Distribution',
  Properties: {
    DistributionConfig: { Aliases: [host], ViewerCertificate: { AcmCertificateArn: certificateArn } },
  },
};
const record = { Type: 'AWS::Route53::RecordSet', Properties: { HostedZoneId: 'Z1', Name: host, Type: 'A' } };

let aws: ScriptedAccount;
beforeEach(() => {
  aws = new ScriptedAccount();
});
afterEach(() => aws.restore());
const awsError = (name: string) => Object.assign(new Error('refused'), { name });

async function check(name: string, input: Partial<PreflightInput>) {
  const { clients } = aws.tools([]);
  const defaults = { account, homeRegion: region, regionProblems: [], stacks: [], deployed: [] };
  const results = await runPreflight({ ...defaults, ...input }, clients);
  return results.find((result) => result.name.startsWith(name));
}
const stateOf = async (name: string, input: Partial<PreflightInput>) => (await check(name, input))?.state;

describe('the region', () => {
  it('is refused with the stage option that avoids the need', async () => {
    const problems = regionProblems('eu-north-1', { hostLogs: false, requestsPerSecond: 1, requestBurst: 1 });
    expect(await check('Region', { regionProblems: problems })).toMatchObject({
      state: 'missing',
      remedy: expect.stringContaining('OCR_PAGES_PER_MONTH'),
    });
    expect(await check('Region', {})).toMatchObject({ state: 'ok', found: region });
  });
});

describe('the name of the stage', () => {
  const stacks = [stackOf('front', { Distribution: distribution })];
  const inRegion = (other: string, StackStatus: StackStatus) =>
    aws.cloudFormation.on(DescribeStacksCommand).callsFake(async ({ StackName }, client) => {
      if ((await client().config.region()) !== other) throw awsError('ValidationError');
      return { Stacks: [{ StackName, StackStatus, CreationTime: new Date(0) }] };
    });

  it('must not belong to a stage in another region', async () => {
    expect(await stateOf('Other regions', { stacks })).toBe('ok');
    inRegion('us-west-2', 'CREATE_COMPLETE');
    expect(await check('Other regions', { stacks })).toMatchObject({
      state: 'missing',
      found: 'PlatformModules-dev-front is in us-west-2',
    });
  });

  it('may be that of a failed creation, or of a stage that is deployed here', async () => {
    inRegion('us-west-2', 'ROLLBACK_COMPLETE');
    expect(await stateOf('Other regions', { stacks })).toBe('ok');
    const deployed = stacks.map(({ template }) => template);
    expect(await check('Other regions', { stacks, deployed })).toBeUndefined();
  });
});

describe('the bootstrap', () => {
  const edge = { ...stackOf('edge'), region: 'us-east-1' };

  it('is needed in every region with a stack of the stage', async () => {
    aws.ssm.on(GetParameterCommand).rejects(awsError('ParameterNotFound'));
    for (const one of [region, 'us-east-1'])
      expect(await check(`CDK bootstrap of ${one}`, { stacks: [stackOf('data'), edge] })).toMatchObject({
        state: 'missing',
        remedy: `npx cdk bootstrap aws://${account}/${one}`,
      });
    expect(await check('CDK bootstrap of us-east-1', { stacks: [stackOf('data')] })).toBeUndefined();
  });

  it('must be recent enough, with the qualifier of the stage', async () => {
    aws.ssm.on(GetParameterCommand).resolves({ Parameter: { Value: '5' } });
    const bootstrap = { parameter: '/cdk-bootstrap/mine/version', minVersion: 6 };
    expect(await check('CDK bootstrap', { stacks: [{ ...stackOf('data'), bootstrap }] })).toMatchObject({
      state: 'missing',
      found: 'version 5, at least 6 is required',
      remedy: `npx cdk bootstrap aws://${account}/${region} --qualifier mine --toolkit-stack-name CDKToolkit-mine`,
    });
  });
});

describe('the Lambda concurrency', () => {
  const reserving = [stackOf('events', { Stream: lambda(400), Other: lambda() })];
  const reserved = [{ Resources: { Stream: lambda(400) } }];
  const quota = (ConcurrentExecutions: number, UnreservedConcurrentExecutions = ConcurrentExecutions) =>
    aws.lambda.on(GetAccountSettingsCommand).resolves({
      AccountLimit: { ConcurrentExecutions, UnreservedConcurrentExecutions },
    });

  it.each([
    ['leaves 99', 499, undefined, { stacks: reserving }, 'missing'],
    ['leaves 100', 500, undefined, { stacks: reserving }, 'warning'],
    ['leaves 600', 1_000, undefined, { stacks: reserving }, 'ok'],
    [
      'contains the existing reservation of the stage',
      1_000,
      100,
      { stacks: reserving, deployed: reserved },
      'ok',
    ],
    ['contains a reservation of others', 1_000, 100, { stacks: reserving }, 'missing'],
    [
      'is that of a new account, without a reservation',
      10,
      undefined,
      { stacks: [stackOf('events')] },
      'warning',
    ],
  ])('that %s (%i, unreserved %s)', async (_, limit, unreserved, input, state) => {
    quota(limit, unreserved);
    expect(await stateOf('Lambda', input)).toBe(state);
  });

  it('is raised by a request for a quota, or spared by an option of the stage', async () => {
    quota(499);
    expect(await check('Lambda', { stacks: reserving })).toMatchObject({
      remedy: expect.stringMatching(/--quota-code L-B99A9384 --desired-value 1000 .*reservedConnections/),
    });
  });
});

describe('the IAM roles', () => {
  it('must fit the quota of the account, without those that exist already', async () => {
    aws.iam.on(GetAccountSummaryCommand).resolves({ SummaryMap: { Roles: 990, RolesQuota: 1_000 } });
    const [ten, eleven] = [10, 11].map((count) => [stackOf('rules', roles(count))]);
    expect(await check('IAM', { stacks: eleven })).toMatchObject({
      state: 'missing',
      remedy: expect.stringContaining('--quota-code L-FE177D64 --desired-value 2000'),
    });
    expect(await stateOf('IAM', { stacks: ten })).toBe('ok');
    expect(await stateOf('IAM', { stacks: eleven, deployed: [{ Resources: roles(11) }] })).toBe('ok');
  });
});

describe('the service-linked role of ECS', () => {
  it('must exist before the first service', async () => {
    aws.iam.on(GetRoleCommand).rejects(awsError('NoSuchEntityException'));
    const stacks = [stackOf('ingest', { Service: { Type: 'AWS::ECS::Service' } })];
    expect(await check('ECS', { stacks })).toMatchObject({
      state: 'missing',
      remedy: 'aws iam create-service-linked-role --aws-service-name ecs.amazonaws.com',
    });
    expect(await check('ECS', { stacks: [stackOf('rules')] })).toBeUndefined();
  });
});

describe('the hosted zone', () => {
  const stacks = [stackOf('front', { Record: record })];
  const zone = (Name: string, PrivateZone = false) =>
    aws.route53
      .on(GetHostedZoneCommand)
      .resolves({ HostedZone: { Id: 'Z1', Name, CallerReference: '1', Config: { PrivateZone } } });

  it('must be a public zone of the account that contains the domain', async () => {
    aws.route53.on(GetHostedZoneCommand).rejects(awsError('NoSuchHostedZone'));
    expect(await stateOf('Hosted zone Z1', { stacks })).toBe('missing');
    const foundOf = async () => (await check('Hosted zone Z1', { stacks }))?.found;
    zone('example.com.', true);
    expect(await foundOf()).toBe('example.com is a private zone');
    zone('ample.com.');
    expect(await foundOf()).toBe('api.example.com is not part of ample.com');
    zone('example.com.');
    expect(await stateOf('Hosted zone Z1', { stacks })).toBe('ok');
  });
});

describe('the certificate', () => {
  const stacks = [stackOf('front', { Host: distribution })];

  it('must exist and be issued', async () => {
    aws.acm.on(DescribeCertificateCommand).rejects(awsError('ResourceNotFoundException'));
    expect(await check('Certificate', { stacks })).toMatchObject({
      state: 'missing',
      remedy: expect.stringContaining('aws acm request-certificate --domain-name api.example.com'),
    });
    const statusIs = (Status: CertificateStatus) =>
      aws.acm.on(DescribeCertificateCommand).resolves({ Certificate: { DomainName: host, Status } });
    statusIs('PENDING_VALIDATION');
    expect(await check('Certificate', { stacks })).toMatchObject({ found: 'is PENDING_VALIDATION' });
    statusIs('ISSUED');
    expect(await stateOf('Certificate', { stacks })).toBe('ok');
  });

  it.each([
    ['*.example.com', 'ok'],
    ['example.com', 'missing'],
    ['*.com', 'missing'],
    ['API.example.com', 'ok'],
  ])('for %s is %s', (name, state) => {
    const certificate = { status: 'ISSUED', names: [name] };
    expect(checkCertificate({ arn: certificateArn, hosts: [host], certificate }).state).toBe(state);
  });
});

describe('a check without the required permission', () => {
  it('is reported and does not stop the deployment', async () => {
    aws.iam.on(GetAccountSummaryCommand).rejects(awsError('AccessDenied'));
    const result = { name: 'IAM roles', state: 'unknown', found: 'AccessDenied: refused' };
    expect(await check('IAM', {})).toEqual(result);
  });
});

describe('the table', () => {
  it('has a line for each check, with its fix below', () => {
    const lines = tableOf([
      { name: 'Account', state: 'ok', found: account },
      { name: 'Role', state: 'missing', found: 'none', remedy: 'aws iam …' },
    ]);
    expect(lines).toEqual([`  ✓ Account  ${account}`, '  ✗ Role     none', '             → aws iam …']);
  });
});
