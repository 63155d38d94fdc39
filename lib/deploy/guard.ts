/**
 * Refuses to remove or replace resources that hold data, that clients know or that protect, and to take settings of
 * that kind away, unless each is allowed by name. CloudFormation itself would do so without asking.
 */
import { valueAt } from './template-values.ts';
import { isRetained, type Template, type TemplateResource } from './templates.ts';

/** The guarded types, each with the properties whose change makes CloudFormation replace the resource. */
const guardedTypes: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema', 'ImportSourceSpecification'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
  'AWS::KMS::Alias': ['AliasName', 'TargetKeyId'],
  // Messages that wait in it.
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  // Schedules that functions have made in it.
  'AWS::Scheduler::ScheduleGroup': ['Name'],
  'AWS::Events::EventBus': ['Name'],
  // Addresses that receivers let in, and hosts that clients know.
  'AWS::EC2::EIP': ['Domain', 'NetworkBorderGroup', 'PublicIpv4Pool'],
  'AWS::CloudFront::Distribution': [],
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::ApiGatewayV2::Stage': [],
  'AWS::Route53::RecordSet': ['HostedZoneId', 'Name', 'Type'],
  'AWS::CertificateManager::Certificate': [],
  // What keeps floods and attacks away, and the record of what it refused.
  'AWS::WAFv2::WebACL': ['Name', 'Scope'],
  'AWS::WAFv2::LoggingConfiguration': [],
};

/** Settings that may change but not vanish. Of a list, each entry must stay. */
const keptSettings: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGatewayV2::Stage': ['AccessLogSettings'],
  'AWS::CloudFront::Distribution': [
    'DistributionConfig.Aliases',
    'DistributionConfig.Logging',
    'DistributionConfig.ViewerCertificate.AcmCertificateArn',
    'DistributionConfig.WebACLId',
  ],
};

export interface Danger {
  stack: string;
  logicalId: string;
  type: string;
  /** What would happen to it, for instance `is removed`. */
  what: string;
}

/** By which `--allow` names it; a stack as a whole by its name alone. */
const nameOf = ({ stack, logicalId }: Danger): string => (logicalId === '' ? stack : `${stack}.${logicalId}`);

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const protections = ['DeletionProtectionEnabled', 'PointInTimeRecoverySpecification'] as const;

function changesOf(before: TemplateResource, after: TemplateResource | undefined): string[] {
  if (after === undefined) return ['is removed'];
  if (after.Type !== before.Type) return [`is replaced by ${after.Type}`];
  const replacing = guardedTypes[before.Type] ?? [];
  const changes = replacing
    .filter((name) => !same(before.Properties?.[name], after.Properties?.[name]))
    .map((name) => `is replaced, because ${name} changes`);
  if (isRetained(before) && !isRetained(after)) changes.push('would not outlive its stack any more');
  for (const name of protections) {
    const [was, is] = [before.Properties?.[name], after.Properties?.[name]];
    if (JSON.stringify(was ?? false).includes('true') && !JSON.stringify(is ?? false).includes('true'))
      changes.push(`loses ${name}`);
  }
  for (const path of keptSettings[before.Type] ?? [])
    changes.push(...lostOf(path, valueAt(before.Properties, path), valueAt(after.Properties, path)));
  return changes;
}

function lostOf(path: string, before: unknown, after: unknown): string[] {
  const name = path.split('.').at(-1);
  if (Array.isArray(before)) {
    const kept = Array.isArray(after) ? after : [];
    return before
      .filter((entry) => !kept.some((one) => same(one, entry)))
      .map((entry) => `loses ${JSON.stringify(entry)} of ${name}`);
  }
  return before !== undefined && after === undefined ? [`loses ${name}`] : [];
}

/** What would happen to the guarded resources of one deployed stack; `next` is undefined if the stack is deleted. */
export function dangersOf(stack: string, deployed: Template, next: Template | undefined): Danger[] {
  return Object.entries(deployed.Resources).flatMap(([logicalId, before]) => {
    if (!(before.Type in guardedTypes)) return [];
    const after = next?.Resources[logicalId];
    return changesOf(before, after).map((what) => ({ stack, logicalId, type: before.Type, what }));
  });
}

/** Why a deployment is refused; undefined when every danger is allowed by name. */
export function refusal(dangers: readonly Danger[], allowed: readonly string[]): string | undefined {
  const open = dangers.filter((danger) => !allowed.includes(nameOf(danger)));
  if (open.length === 0) return undefined;
  return [
    'Nothing was deployed: data, a host name or a protection would be lost.',
    ...open.map((danger) => `  ${nameOf(danger)} (${danger.type}) ${danger.what}`),
    'If that is meant, name each of them: --allow <name>.',
  ].join('\n');
}

/**
 * What deleting a whole stack would lose: what it holds, and, of the stack `protection`, the lock of all others.
 */
export function dangersOfDeletion(stack: string, deployed: Template, isProtection: boolean): Danger[] {
  const lock = {
    stack,
    logicalId: '',
    type: 'AWS::CloudFormation::Stack',
    what: 'is deleted, and no stack of the stage is protected any more',
  };
  return [...(isProtection ? [lock] : []), ...dangersOf(stack, deployed, undefined)];
}
