/** AWS's default quotas of an account for all stages in a region. */
import type { Synthesized } from '../runtime/template.ts';

// Service Quotas of each service, as of 2026, without those that no stage could exhaust.
const perAccount: Readonly<Record<string, number>> = {
  'AWS::IAM::Role': 1_000,
  'AWS::EC2::VPC': 5,
  'AWS::EC2::EIP': 5,
  'AWS::EC2::InternetGateway': 5,
  'AWS::CloudFront::CachePolicy': 20,
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
