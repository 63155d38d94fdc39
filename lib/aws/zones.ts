import { Fn } from 'aws-cdk-lib';

/**
 * The availability zone with that index: of the stage's option, or else of the region. Some services are not available
 * in one zone of a region (VPC origins in use1-az3, usw1-az2 and apne1-az3), and the names of zones differ between
 * accounts. https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-vpc-origins.html
 */
export function zoneName(index: number, zones: readonly string[] | undefined): string {
  return zones?.[index] ?? Fn.select(index, Fn.getAzs());
}
