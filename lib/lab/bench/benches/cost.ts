/** Costs of a million calls of each endpoint in AWS. */

import { endpoints } from '../../../../shared/catalog/endpoints.ts';
import { toWire } from '../../../../shared/kernel/samples/wire.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { costOf, type EndpointCost } from '../endpoint-cost.ts';
import { figuresOf } from '../platform.ts';
import { priceList } from '../prices.ts';
import { preparedCall } from '../samples.ts';
import { sized } from '../size.ts';

const rulesInTenant = sized(1_000, 10);
/** Measures one endpoint of this number. */
const every = sized(1, 40);

const usd = (amount: number): string => `$${amount.toFixed(2)}`;

function describe(cost: EndpointCost): string {
  const { operationId, lambdaMs, httpApi, lambda, dynamodb, total } = cost;
  const parts = `HTTP API ${usd(httpApi)} + Lambda ${usd(lambda)} (${lambdaMs} ms) + DynamoDB ${usd(dynamodb)}`;
  return `${operationId.padEnd(24)} ${usd(total).padStart(7)} = ${parts} (${figuresOf(cost)})`;
}

async function measure(context: BenchContext): Promise<Measurement> {
  const platform = await context.platform();
  const caller = await platform.tenantWithRules(rulesInTenant);
  const costs: EndpointCost[] = [];
  const missing: string[] = [];
  // The cost of a connection per hour has a row of its own.
  const answered = endpoints.filter(({ holdsConnection }) => !holdsConnection);
  for (const endpoint of answered.filter((_, index) => index % every === 0)) {
    try {
      const callOnce = async () =>
        platform.send(caller, toWire(endpoint, await preparedCall(endpoint.operationId, platform, caller)));
      costs.push(await costOf(endpoint, callOnce));
    } catch (error) {
      // An endpoint that fails must not hide the costs of the others.
      missing.push(`${endpoint.operationId}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return {
    ours: Math.max(...costs.map(({ total }) => total)),
    other: null,
    notes: [
      ...costs.map(describe),
      `Prices of ${priceList.region}, looked up on ${priceList.lookedUp}; Lambda times are measured on this machine.`,
      ...missing.map((reason) => `Not measured: ${reason}`),
    ],
    details: Object.fromEntries(costs.map(({ operationId, total }) => [operationId, total])),
  };
}

export const costBenches: readonly Bench[] = [
  { name: 'cost-per-million', unit: 'USD, most expensive endpoint', bar: null, measure },
];
