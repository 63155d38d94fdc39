/** AWS's default quotas: of one stack, one function or role, and of an account for all its stages in a region. */
import type { Synthesized, TemplateResource } from '../runtime/template.ts';
import { isRecord } from './references.ts';

const perStack = { resources: 500, outputs: 200, bytes: 1_000_000, secretReferences: 60 };
const environmentBytes = 4_096;
const inlinePolicyCharacters = 10_240;
const targetsPerApi = 300;

/** Values above the quotas of every account. */
export function quotaProblems(app: Synthesized): string[] {
  return [
    ...app.stacks.flatMap(({ name, resources, outputs }) => {
      const text = JSON.stringify(resources);
      const used: Record<keyof typeof perStack, number> = {
        resources: resources.length,
        outputs: outputs.length,
        bytes: text.length,
        secretReferences: text.match(/\{\{resolve:/g)?.length ?? 0,
      };
      return (['resources', 'outputs', 'bytes', 'secretReferences'] as const).flatMap((what) =>
        used[what] > perStack[what] ? [`${name} has ${used[what]} ${what} of ${perStack[what]}`] : [],
      );
    }),
    ...app.ofType('AWS::Lambda::Function').flatMap((lambda) => {
      const { Variables = {} } = isRecord(lambda.properties.Environment) ? lambda.properties.Environment : {};
      return tooLong(lambda, 'environment', JSON.stringify(Variables).length, environmentBytes);
    }),
    ...app
      .ofType('AWS::IAM::Role')
      .flatMap((role) =>
        tooLong(
          role,
          'inline policies',
          JSON.stringify(role.properties.Policies ?? []).length,
          inlinePolicyCharacters,
        ),
      ),
    ...['Route', 'Integration'].flatMap((kind) => {
      const count = app.ofType(`AWS::ApiGatewayV2::${kind}`).length;
      return count > targetsPerApi ? [`The API has ${count} of ${targetsPerApi} ${kind.toLowerCase()}s`] : [];
    }),
  ];
}

function tooLong(
  { stack, logicalId }: TemplateResource,
  what: string,
  length: number,
  most: number,
): string[] {
  return length > most ? [`${stack}.${logicalId} has ${length} of ${most} in its ${what}`] : [];
}

// Service Quotas of each service, as of 2026, without those that no stage could exhaust.
const perAccount: Readonly<Record<string, number>> = {
  'AWS::IAM::Role': 1_000,
  'AWS::EC2::VPC': 5,
  'AWS::EC2::EIP': 5,
  'AWS::EC2::InternetGateway': 5,
  'AWS::CloudFront::ResponseHeadersPolicy': 20,
  'AWS::CloudFront::VpcOrigin': 25,
  'AWS::CloudFront::Function': 100,
  'AWS::CloudFront::OriginAccessControl': 100,
  'AWS::CloudFront::Distribution': 200,
  'AWS::WAFv2::WebACL': 100,
  'AWS::CodeDeploy::Application': 1_000,
  'AWS::Events::EventBus': 100,
  'AWS::Scheduler::ScheduleGroup': 500,
};

/** The number of such stages in an account with default quotas, and the limiting resource type. */
export function stagesPerAccount(app: Synthesized): { stages: number; limitedBy: string } {
  const [first = { stages: 0, limitedBy: '' }] = Object.entries(perAccount)
    .map(([limitedBy, quota]) => ({ limitedBy, stages: Math.floor(quota / app.ofType(limitedBy).length) }))
    .toSorted((one, other) => one.stages - other.stages);
  return first;
}
