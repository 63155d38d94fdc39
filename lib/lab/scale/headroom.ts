/** How much of AWS's quotas a stage uses, computed from its templates. */
import { apiNames } from '../../../shared/kernel/modules/manifest.ts';
import { apiIdExportName } from '../../aws/names.ts';
import { table, whole } from './markdown.ts';
import { integrationsSource, maxIntegrations } from './quotas.ts';

interface UsingResource {
  stack: string;
  logicalId: string;
  type: string;
  properties: Readonly<Record<string, unknown>>;
}

interface UsingStack {
  name: string;
  resources: readonly UsingResource[];
  outputs: readonly { value: unknown; exportName: unknown }[];
}

/** A quota, and what a stage uses of it. */
export interface QuotaUse {
  what: string;
  used: number;
  quota: number;
  /** The stack or resource that uses most of it; absent for quotas of the whole stage. */
  by?: string;
  source: string;
}

const docs = 'https://docs.aws.amazon.com';
const sources = {
  api: integrationsSource,
  cloudFormation: `${docs}/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html`,
  cloudFront: `${docs}/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html`,
  iam: `${docs}/IAM/latest/UserGuide/reference_iam-quotas.html`,
  lambda: `${docs}/lambda/latest/dg/gettingstarted-limits.html`,
} as const;

const concurrentExecutions = 1_000;
/** Lambda keeps it for functions without a reservation. */
const unreserved = 100;
const maxRoutes = 300;
const maxRoles = 1_000;
const perStack = { resources: 500, outputs: 200, bytes: 1_000_000, secretReferences: 60 };
const maxEnvironmentBytes = 4_096;
const maxInlinePolicyBytes = 10_240;
const perDistribution = { origins: 25, behaviors: 25 };
const maxFunctionBytes = 10_240;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value ?? null));
const recordOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const placeOf = ({ stack, logicalId }: UsingResource): string => `${stack}.${logicalId}`;
const sumOf = (values: readonly unknown[]): number =>
  values.reduce<number>((total, value) => total + Number(value ?? 0), 0);

/** The resources that belong to an HTTP API: in its own stack by reference, in others by the export of its id. */
function isOf(stacks: readonly UsingStack[], stage: string, api: (typeof apiNames)[number]) {
  const exportName = apiIdExportName(stage, api);
  const output = stacks.flatMap(({ outputs }) => outputs).find((one) => one.exportName === exportName);
  const ids = [output?.value, { 'Fn::ImportValue': exportName }].map((value) => JSON.stringify(value));
  return ({ properties }: UsingResource): boolean => ids.includes(JSON.stringify(properties.ApiId));
}

function largest<One>(
  of: readonly One[],
  sizeOf: (one: One) => number,
  nameOf: (one: One) => string,
): Pick<QuotaUse, 'used' | 'by'> {
  const [first] = of
    .map((one) => ({ used: sizeOf(one), by: nameOf(one) }))
    .toSorted((a, b) => b.used - a.used);
  return first ?? { used: 0 };
}

/** The uses of a stage, in the order of the page. */
export function quotaUses(stacks: readonly UsingStack[], stage: string): QuotaUse[] {
  const all = stacks.flatMap(({ resources }) => resources);
  const ofType = (type: string) => all.filter((one) => one.type === type);
  const reserved = sumOf(
    ofType('AWS::Lambda::Function').map(({ properties }) => properties.ReservedConcurrentExecutions),
  );
  const workers = sumOf(
    ofType('AWS::Lambda::EventSourceMapping').map(
      ({ properties }) => recordOf(properties.ScalingConfig).MaximumConcurrency,
    ),
  );
  const ofStack = (what: keyof typeof perStack, sizeOf: (stack: UsingStack) => number): QuotaUse => ({
    what: {
      resources: 'Resources of the largest stack',
      outputs: 'Outputs of a stack',
      bytes: 'Bytes of a template',
      secretReferences: 'Dynamic references of a template',
    }[what],
    ...largest(stacks, sizeOf, ({ name }) => name),
    quota: perStack[what],
    source: sources.cloudFormation,
  });
  const configOf = ({ properties }: UsingResource) => recordOf(properties.DistributionConfig);
  const distributions = ofType('AWS::CloudFront::Distribution');
  return [
    ...apiNames.flatMap((api) => {
      const own = isOf(stacks, stage, api);
      return [
        { kind: 'Integration', quota: maxIntegrations },
        { kind: 'Route', quota: maxRoutes },
      ].map(({ kind, quota }) => ({
        what: `${kind}s of the HTTP API \`${api}\``,
        used: ofType(`AWS::ApiGatewayV2::${kind}`).filter(own).length,
        quota,
        source: sources.api,
      }));
    }),
    {
      what: 'Reserved concurrent executions',
      used: reserved,
      quota: concurrentExecutions - unreserved,
      source: sources.lambda,
    },
    {
      what: 'Reserved executions, and the maximum of all workers',
      used: reserved + workers,
      quota: concurrentExecutions - unreserved,
      source: sources.lambda,
    },
    { what: 'IAM roles', used: ofType('AWS::IAM::Role').length, quota: maxRoles, source: sources.iam },
    {
      what: 'Bytes of the inline policies of a role',
      ...largest(ofType('AWS::IAM::Role'), ({ properties }) => bytesOf(properties.Policies), placeOf),
      quota: maxInlinePolicyBytes,
      source: sources.iam,
    },
    {
      what: 'Bytes of the environment of a function',
      ...largest(
        ofType('AWS::Lambda::Function'),
        ({ properties }) => bytesOf(recordOf(properties.Environment).Variables),
        placeOf,
      ),
      quota: maxEnvironmentBytes,
      source: sources.lambda,
    },
    ofStack('resources', ({ resources }) => resources.length),
    ofStack('outputs', ({ outputs }) => outputs.length),
    ofStack('bytes', ({ resources }) => bytesOf(resources)),
    ofStack(
      'secretReferences',
      ({ resources }) => JSON.stringify(resources).match(/\{\{resolve:/g)?.length ?? 0,
    ),
    {
      what: 'Origins of the distribution',
      ...largest(distributions, (one) => listOf(configOf(one).Origins).length, placeOf),
      quota: perDistribution.origins,
      source: sources.cloudFront,
    },
    {
      what: 'Cache behaviors of the distribution',
      ...largest(distributions, (one) => listOf(configOf(one).CacheBehaviors).length, placeOf),
      quota: perDistribution.behaviors,
      source: sources.cloudFront,
    },
    {
      what: 'Bytes of a CloudFront function',
      ...largest(
        ofType('AWS::CloudFront::Function'),
        ({ properties }) => Buffer.byteLength(String(properties.FunctionCode)),
        placeOf,
      ),
      quota: maxFunctionBytes,
      source: sources.cloudFront,
    },
  ];
}

const shareOf = ({ used, quota }: QuotaUse): number => used / quota;

/** The uses above a quota, which CloudFormation or the service would refuse. */
export function exceededQuotas(uses: readonly QuotaUse[]): string[] {
  return uses
    .filter((use) => shareOf(use) > 1)
    .map(({ what, used, quota, by }) => `${what}: ${used} of ${quota}${by === undefined ? '' : ` (${by})`}`);
}

/** The page with the room that is left, for stages by their titles. */
export function headroomPage(stages: Readonly<Record<string, readonly QuotaUse[]>>): string {
  const columns = Object.values(stages);
  const [first = []] = columns;
  const cell = (use: QuotaUse | undefined): string =>
    use === undefined ? '' : `${whole(use.used)} (${whole(100 * shareOf(use))} %)`;
  return `# Quotas of a stage

What a stage uses of AWS's default quotas, computed from the templates. A test fails above a quota; synth fails at 280
integrations of an HTTP API and names the module to move. Of sizes, the largest is shown. "Everything" is
\`bin/stages/example.ts\`. [Settings and quotas under growth](../lab/scale/quotas.md) shows quotas that depend on the load.
\`npm test -- test/infra/headroom -u\` writes this page.

${table(
  ['Quota', 'Default', ...Object.keys(stages)],
  first.map(({ what, quota, source }, index) => [
    `[${what}](${source})`,
    whole(quota),
    ...columns.map((uses) => cell(uses[index])),
  ]),
)}
`;
}
