/** Checks before a deployment whether the region supports what the templates need. */
import type { StageOptions } from './stage-options.ts';
import type { StageDefaults } from './stages.ts';

/** The region of CloudFront's certificates and web ACLs, and of global services. */
export const edgeRegion = 'us-east-1';

// https://docs.aws.amazon.com/lambda/latest/dg/urls-configuration.html
const withoutFunctionUrls = [
  'ap-east-2',
  'ap-south-2',
  'ap-southeast-4',
  'ap-southeast-5',
  'ap-southeast-6',
  'ap-southeast-7',
  'ca-west-1',
  'eu-central-2',
  'eu-south-2',
  'il-central-1',
  'me-central-1',
  'mx-central-1',
];
// Opt-in regions: CloudFront delivers no access logs to buckets there.
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logging-legacy-s3.html
const withoutHostLogs = [
  ...withoutFunctionUrls,
  'af-south-1',
  'ap-east-1',
  'ap-southeast-3',
  'eu-south-1',
  'me-south-1',
];
// https://docs.aws.amazon.com/general/latest/gr/textract.html
const withTextract = [
  'ap-northeast-2',
  'ap-south-1',
  'ap-southeast-1',
  'ap-southeast-2',
  'ca-central-1',
  'eu-central-1',
  'eu-west-1',
  'eu-west-2',
  'eu-west-3',
  'us-east-1',
  'us-east-2',
  'us-west-1',
  'us-west-2',
];
// https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
const withSmallBurst = [
  'af-south-1',
  'ap-south-2',
  'ap-southeast-3',
  'ap-southeast-4',
  'ap-southeast-5',
  'ap-southeast-7',
  'ca-west-1',
  'eu-central-2',
  'eu-south-1',
  'eu-south-2',
  'il-central-1',
  'me-central-1',
  'mx-central-1',
];
const smallQuota = { requestsPerSecond: 2_500, requestBurst: 1_250 };

/** Regions that support a stage with all options, without raised quotas. */
export const fullRegions: readonly string[] = withTextract;

type CheckedOptions = Pick<StageDefaults, 'hostLogs' | 'requestsPerSecond' | 'requestBurst'> &
  Pick<StageOptions, 'settings'>;

/**
 * Options that the region does not support, each with a setting that avoids it; empty when the stage can be deployed.
 */
export function regionProblems(region: string, options: CheckedOptions): string[] {
  const problems: string[] = [];
  if (/^(cn|us-gov|us-iso|eusc)/.test(region))
    problems.push('CloudFront is not part of this partition; choose a commercial region.');
  else if (withoutFunctionUrls.includes(region))
    problems.push(
      'Lambda has no function URLs there, which lists and events are streamed from; choose another region.',
    );
  if (options.hostLogs && withoutHostLogs.includes(region))
    problems.push('CloudFront delivers no access logs to buckets there; set hostLogs to false.');
  const recognizesText = Number(options.settings?.OCR_PAGES_PER_MONTH ?? 1) > 0;
  if (recognizesText && !withTextract.includes(region))
    problems.push(
      "Textract is not available there; set the setting OCR_PAGES_PER_MONTH to '0', or choose another region.",
    );
  if (withSmallBurst.includes(region)) {
    for (const name of ['requestsPerSecond', 'requestBurst'] as const)
      if (options[name] > smallQuota[name])
        problems.push(`API Gateway allows ${smallQuota[name]} there; lower ${name}.`);
  }
  return problems;
}

/** Throws an error with the list of problems when the stage cannot be deployed to the region. */
export function checkRegion(stage: string, region: string, options: CheckedOptions): void {
  const problems = regionProblems(region, options);
  if (problems.length === 0) return;
  throw new Error(
    `The stage ${stage} cannot be deployed to ${region}:\n${problems.map((one) => `  ${one}`).join('\n')}`,
  );
}
