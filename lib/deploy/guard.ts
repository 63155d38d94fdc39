/**
 * Refuses to remove or replace resources that hold data, have addresses that clients use or protect the stage, and to
 * remove such settings, unless each is allowed by name. CloudFormation itself would not ask.
 */
import { valueAt } from './template-values.ts';
import { isRetained, resourcesOfType, type Template, type TemplateResource } from './templates.ts';

/** The guarded types, each with the properties whose change makes CloudFormation replace the resource. */
const guardedTypes: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema', 'ImportSourceSpecification'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
  'AWS::KMS::Alias': ['AliasName', 'TargetKeyId'],
  // Its waiting messages would be lost.
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  // Its schedules, created by functions, would be lost.
  'AWS::Scheduler::ScheduleGroup': ['Name'],
  'AWS::Events::EventBus': ['Name'],
  // Addresses that receivers have allowed, and host names that clients use.
  'AWS::EC2::EIP': ['Domain', 'NetworkBorderGroup', 'PublicIpv4Pool'],
  'AWS::CloudFront::Distribution': [],
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::ApiGatewayV2::Stage': [],
  'AWS::Route53::RecordSet': ['HostedZoneId', 'Name', 'Type'],
  'AWS::CertificateManager::Certificate': [],
  // Protection against floods and attacks, and the log of refused requests.
  'AWS::WAFv2::WebACL': ['Name', 'Scope'],
  'AWS::WAFv2::LoggingConfiguration': [],
};

/** Settings that may change but not be removed. Of a list, each entry must stay. */
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
  /** The effect, for instance `is removed`. */
  what: string;
}

/** The name for `--allow`; a whole stack has its own name. */
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
  if (isRetained(before) && !isRetained(after))
    changes.push('would no longer be kept when its stack is deleted');
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

/** Dangers for the guarded resources of a deployed stack; `next` is undefined if the stack is deleted. */
export function dangersOf(stack: string, deployed: Template, next: Template | undefined): Danger[] {
  return Object.entries(deployed.Resources).flatMap(([logicalId, before]) => {
    if (!(before.Type in guardedTypes)) return [];
    const after = next?.Resources[logicalId];
    return changesOf(before, after).map((what) => ({ stack, logicalId, type: before.Type, what }));
  });
}

const secretType = 'AWS::SecretsManager::Secret';

const secretNames = (templates: readonly Template[]): Set<unknown> =>
  new Set(
    templates
      .flatMap((template) => resourcesOfType(template, secretType))
      .map(({ Properties }) => Properties?.Name),
  );

/**
 * Dangers of removing secrets that deployed stacks resolve by their names: CloudFormation also resolves the references
 * of the old template when it updates a stack, so none of these stacks could be updated any more.
 * https://github.com/aws/aws-cdk/issues/24130
 */
export function dangersOfSecrets(
  deployed: ReadonlyMap<string, Template>,
  next: readonly Template[],
): Danger[] {
  const kept = secretNames(next);
  const texts = [...deployed].map(([stack, template]) => ({ stack, text: JSON.stringify(template) }));
  return [...deployed].flatMap(([stack, { Resources }]) =>
    Object.entries(Resources).flatMap(([logicalId, { Type, Properties }]) => {
      const name = Properties?.Name;
      if (Type !== secretType || typeof name !== 'string' || kept.has(name)) return [];
      const users = texts.filter(({ text }) => text.includes(`{{resolve:secretsmanager:${name}:`));
      const [first] = users;
      if (first === undefined) return [];
      const others = users.length === 1 ? '' : ` and ${users.length - 1} more`;
      const what = `is removed, but is in use by ${first.stack}${others}: increase originSecret by one at a time`;
      return [{ stack, logicalId, type: Type, what }];
    }),
  );
}

/**
 * Dangers of moving subnets to other zones: CloudFormation creates the new subnet first, and fails because the present
 * one has its addresses, after it has updated other stacks.
 */
export function dangersOfSubnets(stack: string, deployed: Template, next: Template): Danger[] {
  return Object.entries(deployed.Resources).flatMap(([logicalId, { Type, Properties }]) => {
    const after = next.Resources[logicalId];
    if (Type !== 'AWS::EC2::Subnet' || after === undefined) return [];
    const isMoved = !same(Properties?.AvailabilityZone, after.Properties?.AvailabilityZone);
    if (!isMoved || !same(Properties?.CidrBlock, after.Properties?.CidrBlock)) return [];
    const what =
      'moves to another zone, but its addresses are in use: disable its part in one deployment, enable it in the next';
    return [{ stack, logicalId, type: Type, what }];
  });
}

/** The reason to refuse a deployment; undefined when every danger is allowed by name. */
export function refusal(dangers: readonly Danger[], allowed: readonly string[]): string | undefined {
  const open = dangers.filter((danger) => !allowed.includes(nameOf(danger)));
  if (open.length === 0) return undefined;
  return [
    'Nothing was deployed: data, a host name, a protection or a resource in use would be lost.',
    ...open.map((danger) => `  ${nameOf(danger)} (${danger.type}) ${danger.what}`),
    'To deploy anyway, name each of them: --allow <name>.',
  ].join('\n');
}

/**
 * Dangers of deleting a whole stack: the loss of its resources, and, for the stack `protection`, of the lock of all
 * others.
 */
export function dangersOfDeletion(stack: string, deployed: Template, isProtection: boolean): Danger[] {
  const lock = {
    stack,
    logicalId: '',
    type: 'AWS::CloudFormation::Stack',
    what: 'is deleted, so that no stack of the stage is protected any more',
  };
  return [...(isProtection ? [lock] : []), ...dangersOf(stack, deployed, undefined)];
}
