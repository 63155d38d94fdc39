/**
 * AWS quotas that limit the platform as it grows, and the values to request: defaults of us-east-1, looked up on
 * 2026-11-22 in the linked pages. The use by the mix is an estimate.
 */

export interface Quota {
  what: string;
  module: string;
  byDefault: number;
  unit: string;
  /** Use by a thousand requests per second of the mix. */
  perThousand: number;
  /** False for quotas that AWS does not raise. */
  isAdjustable: boolean;
  source: string;
}

const docs = 'https://docs.aws.amazon.com';

/** A function responds in about 60 ms, and its workers take about as long again. */
const secondsPerRequest = 0.12;

export const quotas: readonly Quota[] = [
  {
    what: 'Lambda concurrent executions',
    ...{ module: 'all', byDefault: 1_000, unit: 'executions', perThousand: 1_000 * secondsPerRequest },
    ...{ isAdjustable: true, source: `${docs}/lambda/latest/dg/gettingstarted-limits.html` },
  },
  {
    what: 'API Gateway requests',
    ...{ module: 'all', byDefault: 10_000, unit: 'requests/s', perThousand: 1_000 },
    ...{ isAdjustable: true, source: `${docs}/apigateway/latest/developerguide/limits.html` },
  },
  {
    what: 'CloudFront requests per distribution',
    ...{ module: 'all', byDefault: 250_000, unit: 'requests/s', perThousand: 1_000 },
    ...{
      isAdjustable: true,
      source: `${docs}/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html`,
    },
  },
  {
    what: 'DynamoDB table, on-demand writes',
    ...{ module: 'table', byDefault: 40_000, unit: 'units/s', perThousand: 6_000 },
    ...{ isAdjustable: true, source: `${docs}/amazondynamodb/latest/developerguide/ServiceQuotas.html` },
  },
  {
    what: 'DynamoDB table, on-demand reads',
    ...{ module: 'table', byDefault: 40_000, unit: 'units/s', perThousand: 6_000 },
    ...{ isAdjustable: true, source: `${docs}/amazondynamodb/latest/developerguide/ServiceQuotas.html` },
  },
  {
    what: 'EventBridge PutEvents',
    ...{ module: 'events', byDefault: 10_000, unit: 'requests/s', perThousand: 50 },
    ...{ isAdjustable: true, source: `${docs}/eventbridge/latest/userguide/eb-quota.html` },
  },
  {
    what: 'EventBridge invocations of targets',
    ...{ module: 'events', byDefault: 18_750, unit: 'invocations/s', perThousand: 1_000 },
    ...{ isAdjustable: true, source: `${docs}/eventbridge/latest/userguide/eb-quota.html` },
  },
  {
    what: 'SQS messages in flight per standard queue',
    ...{ module: 'webhooks', byDefault: 120_000, unit: 'messages', perThousand: 250 },
    ...{
      isAdjustable: false,
      source: `${docs}/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-queues.html`,
    },
  },
  {
    what: 'EventBridge Scheduler invocations',
    ...{ module: 'scheduler', byDefault: 1_000, unit: 'invocations/s', perThousand: 10 },
    ...{ isAdjustable: true, source: `${docs}/scheduler/latest/UserGuide/scheduler-quotas.html` },
  },
  {
    what: 'KMS symmetric requests',
    ...{ module: 'secrets', byDefault: 100_000, unit: 'requests/s', perThousand: 20 },
    ...{ isAdjustable: true, source: `${docs}/kms/latest/developerguide/requests-per-second.html` },
  },
];

/** Requests per second at which the default is used up. */
export const enoughFor = ({ byDefault, perThousand }: Quota): number => (1_000 * byDefault) / perThousand;

/** An HTTP API has this number of integrations, one per route, which AWS does not raise; routes can be raised. */
export const maxIntegrations = 300;
export const integrationsSource = `${docs}/apigateway/latest/developerguide/http-api-quotas.html`;

/**
 * The value to request at this number of requests per second, with a third to spare; undefined when the default is
 * enough.
 */
export function quotaIncreaseFor(quota: Quota, requestsPerSecond: number): number | undefined {
  if (enoughFor(quota) >= requestsPerSecond) return undefined;
  const needed = (quota.perThousand * requestsPerSecond) / 1_000;
  const step = 10 ** Math.floor(Math.log10(needed));
  return Math.ceil((needed * 1.33) / step) * step;
}
