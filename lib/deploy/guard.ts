/**
 * What a deployment would do to resources that hold something: it may not remove or replace them, nor take their
 * protection away, unless it is told to. CloudFormation itself would do so without asking.
 */
import type { Template, TemplateResource } from './templates.ts';

/**
 * The types that hold what cannot be made again, with the properties whose change CloudFormation answers by making
 * another resource.
 */
const statefulTypes: Readonly<Record<string, readonly string[]>> = {
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
};

export interface Danger {
  stack: string;
  logicalId: string;
  type: string;
  /** What would happen to it: `is removed`. */
  what: string;
}

/** By which `--allow` names it. */
const nameOf = ({ stack, logicalId }: Danger): string => `${stack}.${logicalId}`;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const protections = ['DeletionProtectionEnabled', 'PointInTimeRecoverySpecification'] as const;

function changesOf(before: TemplateResource, after: TemplateResource | undefined): string[] {
  if (after === undefined) return ['is removed'];
  if (after.Type !== before.Type) return [`is replaced by ${after.Type}`];
  const replacing = statefulTypes[before.Type] ?? [];
  const changes = replacing
    .filter((name) => !same(before.Properties?.[name], after.Properties?.[name]))
    .map((name) => `is replaced, because ${name} changes`);
  if (/^Retain/.test(before.DeletionPolicy ?? '') && !/^Retain/.test(after.DeletionPolicy ?? ''))
    changes.push('would not outlive its stack any more');
  for (const name of protections) {
    const [was, is] = [before.Properties?.[name], after.Properties?.[name]];
    if (JSON.stringify(was ?? false).includes('true') && !JSON.stringify(is ?? false).includes('true'))
      changes.push(`loses ${name}`);
  }
  return changes;
}

/** What would happen to the stateful resources of one deployed stack. */
export function dangersOf(stack: string, deployed: Template, next: Template | undefined): Danger[] {
  return Object.entries(deployed.Resources).flatMap(([logicalId, before]) => {
    if (!(before.Type in statefulTypes)) return [];
    const after = next?.Resources[logicalId];
    return changesOf(before, after).map((what) => ({ stack, logicalId, type: before.Type, what }));
  });
}

/** Why a deployment is refused; undefined when every danger is allowed by name. */
export function refusal(dangers: readonly Danger[], allowed: readonly string[]): string | undefined {
  const open = dangers.filter((danger) => !allowed.includes(nameOf(danger)));
  if (open.length === 0) return undefined;
  return [
    'Nothing was deployed: data would be lost or lose its protection.',
    ...open.map((danger) => `  ${nameOf(danger)} (${danger.type}) ${danger.what}`),
    'If that is meant, say so for each: --allow <name>.',
  ].join('\n');
}
