/** AWS prices of resources that cost money without being used. */

/**
 * On-demand list prices in US dollars for us-east-1, without the free tier. `official` is AWS's own page, which must
 * be checked before decisions about money. Prices of calls are in `prices.ts`.
 */
export const stagePrices = {
  sqsRequest: { usd: 0.4 / 1e6, official: 'https://aws.amazon.com/sqs/pricing/' },
  schedulerRun: { usd: 1 / 1e6, official: 'https://aws.amazon.com/eventbridge/pricing/' },
  kmsKeyMonth: { usd: 1, official: 'https://aws.amazon.com/kms/pricing/' },
  secretMonth: { usd: 0.4, official: 'https://aws.amazon.com/secrets-manager/pricing/' },
  alarmMetricMonth: { usd: 0.1, official: 'https://aws.amazon.com/cloudwatch/pricing/' },
  dashboardMonth: { usd: 3, official: 'https://aws.amazon.com/cloudwatch/pricing/' },
  customMetricMonth: { usd: 0.3, official: 'https://aws.amazon.com/cloudwatch/pricing/' },
  traceRecorded: { usd: 5 / 1e6, official: 'https://aws.amazon.com/xray/pricing/' },
  webAclMonth: { usd: 5, official: 'https://aws.amazon.com/waf/pricing/' },
  webAclRuleMonth: { usd: 1, official: 'https://aws.amazon.com/waf/pricing/' },
  fargateArmVcpuHour: { usd: 0.03238, official: 'https://aws.amazon.com/fargate/pricing/' },
  fargateArmGbHour: { usd: 0.00356, official: 'https://aws.amazon.com/fargate/pricing/' },
  loadBalancerHour: { usd: 0.0225, official: 'https://aws.amazon.com/elasticloadbalancing/pricing/' },
  natGatewayHour: { usd: 0.045, official: 'https://aws.amazon.com/vpc/pricing/' },
  publicAddressHour: { usd: 0.005, official: 'https://aws.amazon.com/vpc/pricing/' },
} as const;
