/** Evaluates each pre-flight check without calls: the finding, and the command that fixes it. */

/** `missing` stops the deployment; `unknown` could not be read with the caller's permissions. */
export type CheckState = 'ok' | 'warning' | 'missing' | 'unknown';

export interface CheckResult {
  name: string;
  state: CheckState;
  /** The finding, as readable text. */
  found: string;
  /** The fix, as a command where there is one. */
  remedy?: string | undefined;
}

// Lambda reserves this number for functions without a reservation.
// https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
const minUnreservedConcurrency = 100;
// https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
const defaultConcurrency = 1_000;
const defaultQualifier = 'hnb659fds';

export function checkRegion(region: string, problems: readonly string[]): CheckResult {
  const name = 'Region';
  if (problems.length === 0) return { name, state: 'ok', found: region };
  return {
    name,
    state: 'missing',
    found: region,
    remedy: `${problems.join(' ')} Supported regions: lib/aws/README.md.`,
  };
}

/** `found` are the other regions in which the stage already has this stack. */
export function checkOtherRegions(stack: string, found: readonly string[]): CheckResult {
  const name = 'Other regions';
  if (found.length === 0) return { name, state: 'ok', found: `no ${stack}` };
  return {
    name,
    state: 'missing',
    found: `${stack} is in ${found.join(', ')}`,
    remedy:
      "Set region in the stage's file to that region, or choose another name for the stage: names in CloudFront belong " +
      'to the whole account.',
  };
}

export interface BootstrapState {
  account: string;
  region: string;
  parameter: string;
  minVersion: number;
  /** Undefined when the parameter does not exist. */
  version: number | undefined;
}

export function checkBootstrap({
  account,
  region,
  parameter,
  minVersion,
  version,
}: BootstrapState): CheckResult {
  const name = `CDK bootstrap of ${region}`;
  const qualifier = parameter.split('/')[2] ?? defaultQualifier;
  const found =
    version === undefined ? 'not bootstrapped' : `version ${version}, at least ${minVersion} is required`;
  if (version !== undefined && version >= minVersion) return { name, state: 'ok', found };
  // Without a stack of its own, another qualifier would replace the default bootstrap of all other CDK apps.
  const ownQualifier =
    qualifier === defaultQualifier
      ? ''
      : ` --qualifier ${qualifier} --toolkit-stack-name CDKToolkit-${qualifier}`;
  return {
    name,
    state: 'missing',
    found,
    remedy: `npx cdk bootstrap aws://${account}/${region}${ownQualifier}`,
  };
}

export interface ConcurrencyState {
  region: string;
  /** The account's quota of concurrent executions in the region. */
  limit: number;
  unreserved: number;
  /** Reserved by the stage's functions: as deployed, and after the deployment. */
  reservedNow: number;
  reservedNext: number;
}

export function checkConcurrency(facts: ConcurrencyState): CheckResult {
  const { region, limit, unreserved, reservedNow, reservedNext } = facts;
  const name = `Lambda concurrency in ${region}`;
  const left = unreserved + reservedNow - reservedNext;
  const found = `quota ${limit}, ${reservedNext} reserved by the stage, ${left} left unreserved`;
  const increaseTo = (value: number) =>
    'aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 ' +
    `--desired-value ${Math.max(value, defaultConcurrency)} --region ${region}`;
  if (reservedNext > 0 && left < minUnreservedConcurrency)
    return {
      name,
      state: 'missing',
      found,
      remedy: `${increaseTo(limit + minUnreservedConcurrency - left)}, or a smaller reservedConnections in the stage's file`,
    };
  if (limit < defaultConcurrency) return { name, state: 'warning', found, remedy: increaseTo(limit) };
  return { name, state: 'ok', found };
}

export interface RoleState {
  roles: number;
  quota: number;
  /** Number of additional roles that the stage needs. */
  toCreate: number;
}

export function checkRoles({ roles, quota, toCreate }: RoleState): CheckResult {
  const name = 'IAM roles';
  const found = `${roles} of ${quota} in use, ${toCreate} more to create`;
  if (toCreate <= 0 || roles + toCreate <= quota) return { name, state: 'ok', found };
  return {
    name,
    state: 'missing',
    found,
    remedy:
      'aws service-quotas request-service-quota-increase --service-code iam --quota-code L-FE177D64 ' +
      `--desired-value ${Math.ceil((roles + toCreate) / 1_000) * 1_000} --region us-east-1`,
  };
}

export function checkEcsRole(exists: boolean): CheckResult {
  const name = 'ECS service-linked role';
  if (exists) return { name, state: 'ok', found: 'present' };
  return {
    name,
    state: 'missing',
    found: 'ECS was never used in this account',
    remedy: 'aws iam create-service-linked-role --aws-service-name ecs.amazonaws.com',
  };
}

export interface HostedZoneState {
  zoneId: string;
  /** Names of the records that will be created in it. */
  recordNames: readonly string[];
  /** Undefined when the account has no such zone. */
  zone: { name: string; isPrivate: boolean } | undefined;
}

const withoutDot = (name: string): string => name.replace(/\.$/, '').toLowerCase();

export function checkHostedZone({ zoneId, recordNames, zone }: HostedZoneState): CheckResult {
  const name = `Hosted zone ${zoneId}`;
  const list = 'aws route53 list-hosted-zones --query "HostedZones[].[Id,Name]" --output text';
  const remedy = `Set domain.hostedZoneId in the stage's file to the public zone of the domain: ${list}`;
  if (zone === undefined) return { name, state: 'missing', found: 'not in this account', remedy };
  const zoneName = withoutDot(zone.name);
  if (zone.isPrivate) return { name, state: 'missing', found: `${zoneName} is a private zone`, remedy };
  const foreign = recordNames
    .map(withoutDot)
    .find((record) => record !== zoneName && !record.endsWith(`.${zoneName}`));
  if (foreign !== undefined)
    return { name, state: 'missing', found: `${foreign} is not part of ${zoneName}`, remedy };
  return { name, state: 'ok', found: zoneName };
}

export interface CertificateState {
  arn: string;
  /** Host names that it must cover. */
  hosts: readonly string[];
  /** Undefined when the account has no such certificate. */
  certificate: { status: string; names: readonly string[] } | undefined;
}

/** Whether a certificate for `pattern`, which may begin with `*.`, is valid for the host. */
function covers(pattern: string, host: string): boolean {
  if (!pattern.startsWith('*.')) return withoutDot(pattern) === withoutDot(host);
  return withoutDot(host).split('.').slice(1).join('.') === withoutDot(pattern.slice(2));
}

export function checkCertificate({ arn, hosts, certificate }: CertificateState): CheckResult {
  const name = 'Certificate';
  const request = `aws acm request-certificate --domain-name ${hosts[0] ?? ''} --validation-method DNS --region us-east-1`;
  if (certificate === undefined)
    return { name, state: 'missing', found: `${arn} does not exist`, remedy: request };
  const { status, names } = certificate;
  if (status !== 'ISSUED')
    return {
      name,
      state: 'missing',
      found: `is ${status}`,
      remedy: `aws acm describe-certificate --certificate-arn ${arn} --region us-east-1 shows the record that validates it`,
    };
  const uncovered = hosts.find((host) => !names.some((pattern) => covers(pattern, host)));
  if (uncovered !== undefined)
    return {
      name,
      state: 'missing',
      found: `is for ${names.join(', ')}, not for ${uncovered}`,
      remedy: request,
    };
  return { name, state: 'ok', found: names.join(', ') };
}

const marks: Readonly<Record<CheckState, string>> = {
  ok: '✓',
  warning: '!',
  missing: '✗',
  unknown: '?',
};

/** The results as lines of a table, each fix on a line below its check. */
export function tableOf(results: readonly CheckResult[]): string[] {
  const width = Math.max(0, ...results.map(({ name }) => name.length));
  return results.flatMap(({ name, state, found, remedy }) => [
    `  ${marks[state]} ${name.padEnd(width)}  ${found}`,
    ...(remedy === undefined ? [] : [`    ${' '.repeat(width)}  → ${remedy}`]),
  ]);
}
