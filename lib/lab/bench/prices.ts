/** AWS prices of a call, from a price list in data. */

/**
 * On-demand prices in US dollars for us-east-1, first tier, without the free tier. `source` is the page where the
 * number was read on the day `lookedUp`, with the page's date; `official` is AWS's own page, which must be checked
 * before decisions about money. Storage, data transfer and log ingestion depend on more than the call and are left
 * out.
 */
export const priceList = {
  lookedUp: '2026-11-20',
  region: 'us-east-1',
  dynamodbReadUnit: {
    usd: 0.125 / 1e6,
    source: 'https://airbyte.com/data-engineering-resources/dynamodb-pricing (2025-07-21)',
    official: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
  },
  dynamodbWriteUnit: {
    usd: 0.625 / 1e6,
    source: 'https://airbyte.com/data-engineering-resources/dynamodb-pricing (2025-07-21)',
    official: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
  },
  lambdaArmGbSecond: {
    usd: 0.0000133334,
    source: 'https://cloudchipr.com/blog/aws-lambda-pricing (2024)',
    official: 'https://aws.amazon.com/lambda/pricing/',
  },
  lambdaRequest: {
    usd: 0.2 / 1e6,
    source: 'https://cloudchipr.com/blog/aws-lambda-pricing (2024)',
    official: 'https://aws.amazon.com/lambda/pricing/',
  },
  httpApiRequest: {
    usd: 1 / 1e6,
    source: 'https://awsforengineers.com/blog/aws-api-gateway-pricing-explained (2025-05-19)',
    official: 'https://aws.amazon.com/api-gateway/pricing/',
  },
} as const;

/** The usage of one call. */
export interface CallUsage {
  readUnits: number;
  writeUnits: number;
  lambdaMs: number;
  lambdaMemoryMb: number;
}

/** US dollars for a million calls, by service. */
export interface CostPerMillion {
  httpApi: number;
  lambda: number;
  dynamodb: number;
  total: number;
}

const million = 1e6;

/** Lambda bills started milliseconds. */
export function costPerMillion({
  readUnits,
  writeUnits,
  lambdaMs,
  lambdaMemoryMb,
}: CallUsage): CostPerMillion {
  const gbSeconds = (Math.ceil(lambdaMs) / 1000) * (lambdaMemoryMb / 1024);
  const httpApi = million * priceList.httpApiRequest.usd;
  const lambda = million * (priceList.lambdaRequest.usd + gbSeconds * priceList.lambdaArmGbSecond.usd);
  const dynamodb =
    million * (readUnits * priceList.dynamodbReadUnit.usd + writeUnits * priceList.dynamodbWriteUnit.usd);
  return { httpApi, lambda, dynamodb, total: httpApi + lambda + dynamodb };
}
