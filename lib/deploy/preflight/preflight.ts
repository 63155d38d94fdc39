/** Checks the account for everything that the stage needs before anything is created. */
import { DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { GetAccountSummaryCommand, GetRoleCommand } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { GetHostedZoneCommand } from '@aws-sdk/client-route-53';
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { fullRegions } from '../../aws/stage/regions.ts';
import type { AwsClients } from '../clients.ts';
import { isFailedCreation, readStatus } from '../deployed-stacks.ts';
import {
  type CheckResult,
  checkBootstrap,
  checkCertificate,
  checkConcurrency,
  checkEcsRole,
  checkHostedZone,
  checkOtherRegions,
  checkRegion,
  checkRoles,
} from './checks.ts';
import { type PreflightInput, type Requirements, requirementsOf } from './requirements.ts';

type Clients = Pick<AwsClients, 'acm' | 'cloudFormation' | 'iam' | 'lambda' | 'route53' | 'ssm'>;

const isNamed = (error: unknown, ...names: string[]): boolean =>
  error instanceof Error && names.includes(error.name);

/** Returns the result of a read; undefined for errors that mean that the resource does not exist. */
async function orMissing<T>(read: Promise<T>, ...names: string[]): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (isNamed(error, ...names)) return undefined;
    throw error;
  }
}

/** A check that cannot read reports that and does not stop the deployment: the caller may lack the permission. */
async function orUnknown(name: string, check: () => Promise<CheckResult>): Promise<CheckResult> {
  try {
    return await check();
  } catch (error) {
    const found = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { name, state: 'unknown', found };
  }
}

/** Runs the checks that the templates need. */
export async function runPreflight(input: PreflightInput, clients: Clients): Promise<CheckResult[]> {
  const needs = requirementsOf(input);
  const checks: Promise<CheckResult>[] = [
    Promise.resolve({ name: 'Account', state: 'ok', found: input.account }),
    Promise.resolve(checkRegion(input.homeRegion, input.regionProblems)),
    ...needs.bootstraps.map((bootstrap) =>
      orUnknown(`CDK bootstrap of ${bootstrap.region}`, () =>
        readBootstrap(input.account, bootstrap, clients),
      ),
    ),
    orUnknown('Lambda concurrency', () => readConcurrency(needs, clients)),
    orUnknown('IAM roles', () => readRoles(needs, clients)),
  ];
  if (needs.usesEcs) checks.push(orUnknown('ECS service-linked role', () => readEcsRole(clients)));
  const { newHostStack } = needs;
  if (newHostStack !== undefined)
    checks.push(orUnknown('Other regions', () => readOtherRegions(newHostStack, input.homeRegion, clients)));
  for (const [zoneId, recordNames] of needs.recordsByZone)
    checks.push(orUnknown(`Hosted zone ${zoneId}`, () => readHostedZone(zoneId, recordNames, clients)));
  for (const [arn, hosts] of needs.hostsByCertificate)
    checks.push(orUnknown('Certificate', () => readCertificate(arn, hosts, clients)));
  return Promise.all(checks);
}

async function readBootstrap(
  account: string,
  { region, parameter, minVersion }: Requirements['bootstraps'][number],
  { ssm }: Clients,
): Promise<CheckResult> {
  const found = await orMissing(
    ssm(region).send(new GetParameterCommand({ Name: parameter })),
    'ParameterNotFound',
  );
  const version = found?.Parameter?.Value === undefined ? undefined : Number(found.Parameter.Value);
  return checkBootstrap({ account, region, parameter, minVersion, version });
}

/** Looks for the stack in the other regions that support a stage with all options. */
async function readOtherRegions(stack: string, homeRegion: string, clients: Clients): Promise<CheckResult> {
  const others = fullRegions.filter((region) => region !== homeRegion);
  const found = await Promise.all(
    others.map(async (region) => {
      const state = await orMissing(readStatus(clients, { id: stack, region }), 'ValidationError');
      return state === undefined || isFailedCreation({ ...state, name: stack }) ? [] : [region];
    }),
  );
  return checkOtherRegions(stack, found.flat());
}

async function readConcurrency(needs: Requirements, { lambda }: Clients): Promise<CheckResult> {
  const { homeRegion: region, reservedNow, reservedNext } = needs;
  const { AccountLimit } = await lambda(region).send(new GetAccountSettingsCommand({}));
  const limit = AccountLimit?.ConcurrentExecutions ?? 0;
  const unreserved = AccountLimit?.UnreservedConcurrentExecutions ?? 0;
  return checkConcurrency({ region, limit, unreserved, reservedNow, reservedNext });
}

async function readRoles({ rolesToCreate }: Requirements, { iam }: Clients): Promise<CheckResult> {
  const { SummaryMap = {} } = await iam.send(new GetAccountSummaryCommand({}));
  const { Roles = 0, RolesQuota = 0 } = SummaryMap;
  return checkRoles({ roles: Roles, quota: RolesQuota, toCreate: rolesToCreate });
}

async function readEcsRole({ iam }: Clients): Promise<CheckResult> {
  const role = await orMissing(
    iam.send(new GetRoleCommand({ RoleName: 'AWSServiceRoleForECS' })),
    'NoSuchEntityException',
    'NoSuchEntity',
  );
  return checkEcsRole(role !== undefined);
}

async function readHostedZone(
  zoneId: string,
  recordNames: readonly string[],
  { route53 }: Clients,
): Promise<CheckResult> {
  const found = await orMissing(route53.send(new GetHostedZoneCommand({ Id: zoneId })), 'NoSuchHostedZone');
  const zone = found?.HostedZone && {
    name: found.HostedZone.Name ?? '',
    isPrivate: found.HostedZone.Config?.PrivateZone ?? false,
  };
  return checkHostedZone({ zoneId, recordNames, zone });
}

async function readCertificate(
  arn: string,
  hosts: readonly string[],
  { acm }: Clients,
): Promise<CheckResult> {
  const found = await orMissing(
    acm.send(new DescribeCertificateCommand({ CertificateArn: arn })),
    'ResourceNotFoundException',
  );
  const certificate = found?.Certificate && {
    status: found.Certificate.Status ?? '',
    names: [
      ...new Set([
        ...(found.Certificate.DomainName === undefined ? [] : [found.Certificate.DomainName]),
        ...(found.Certificate.SubjectAlternativeNames ?? []),
      ]),
    ],
  };
  return checkCertificate({ arn, hosts, certificate });
}
