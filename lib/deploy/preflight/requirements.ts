/** What the templates of a stage need in the account besides the deployed resources. */
import { valueAt } from '../template-values.ts';
import {
  type BootstrapRequirement,
  resourcesOfType,
  type StackToDeploy,
  type Template,
} from '../templates.ts';

export interface PreflightInput {
  account: string;
  homeRegion: string;
  /** Options of the stage that the home region does not support. */
  regionProblems: readonly string[];
  stacks: readonly StackToDeploy[];
  /** Templates of the stage's working stacks. */
  deployed: readonly Template[];
}

export interface Requirements {
  homeRegion: string;
  bootstraps: readonly (BootstrapRequirement & { region: string })[];
  /** Reserved concurrency of the stage's functions: as deployed, and after the deployment. */
  reservedNow: number;
  reservedNext: number;
  rolesToCreate: number;
  usesEcs: boolean;
  /** The stack of the public host if the stage has none yet. */
  newHostStack: string | undefined;
  /** Names of records by their hosted zone. */
  recordsByZone: ReadonlyMap<string, readonly string[]>;
  /** Host names by the certificate that the template names. */
  hostsByCertificate: ReadonlyMap<string, readonly string[]>;
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');

function reservedIn(templates: readonly Template[]): number {
  return templates
    .flatMap((template) => resourcesOfType(template, 'AWS::Lambda::Function'))
    .map(({ Properties }) => Properties?.ReservedConcurrentExecutions)
    .reduce<number>((sum, reserved) => sum + (typeof reserved === 'number' ? reserved : 0), 0);
}

const rolesIn = (templates: readonly Template[]): number =>
  templates.flatMap((template) => resourcesOfType(template, 'AWS::IAM::Role')).length;

const hasDistribution = (template: Template): boolean =>
  resourcesOfType(template, 'AWS::CloudFront::Distribution').length > 0;

/** Derives the requirements from the templates. */
export function requirementsOf({ homeRegion, stacks, deployed }: PreflightInput): Requirements {
  const next = stacks.map(({ template }) => template);
  const bootstraps = new Map<string, BootstrapRequirement & { region: string }>();
  for (const { region = homeRegion, bootstrap } of stacks) {
    if (bootstrap === undefined) continue;
    const key = `${region} ${bootstrap.parameter}`;
    const minVersion = Math.max(bootstrap.minVersion, bootstraps.get(key)?.minVersion ?? 0);
    bootstraps.set(key, { ...bootstrap, minVersion, region });
  }
  const recordsByZone = new Map<string, string[]>();
  const hostsByCertificate = new Map<string, string[]>();
  for (const template of next) {
    for (const { Properties } of resourcesOfType(template, 'AWS::Route53::RecordSet'))
      for (const zoneId of texts(Properties?.HostedZoneId))
        recordsByZone.set(zoneId, [...(recordsByZone.get(zoneId) ?? []), ...texts(Properties?.Name)]);
    for (const { Properties } of resourcesOfType(template, 'AWS::CloudFront::Distribution'))
      for (const arn of texts(valueAt(Properties, 'DistributionConfig.ViewerCertificate.AcmCertificateArn')))
        hostsByCertificate.set(arn, texts(valueAt(Properties, 'DistributionConfig.Aliases')));
  }
  return {
    homeRegion,
    bootstraps: [...bootstraps.values()],
    reservedNow: reservedIn(deployed),
    reservedNext: reservedIn(next),
    rolesToCreate: Math.max(0, rolesIn(next) - rolesIn(deployed)),
    usesEcs: next.some((template) => resourcesOfType(template, 'AWS::ECS::Service').length > 0),
    newHostStack: deployed.some(hasDistribution)
      ? undefined
      : stacks.find(({ template }) => hasDistribution(template))?.name,
    recordsByZone,
    hostsByCertificate,
  };
}
