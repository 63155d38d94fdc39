/** Costs of a million calls of each endpoint in AWS. */

import { endpoints } from '../../../shared/catalog/endpoints.ts';
import type { EndpointSpec } from '../../../shared/kernel/http/endpoint-spec.ts';
import { toWire } from '../../../shared/kernel/samples/wire.ts';
import { defaultMemoryMb } from '../../aws/constructs/platform-function.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { type Call, figuresOf } from '../platform.ts';
import { type CostPerMillion, costPerMillion, priceList } from '../prices.ts';
import { preparedCall } from '../samples.ts';
import { alternate, median } from '../statistics.ts';

const rounds = 5;
const rulesInTenant = 1_000;

interface EndpointCost extends CostPerMillion {
  operationId: string;
  lambdaMs: number;
  call: Call;
}

/** Sends the operation's sample several times. Throws when a call fails. */
async function costOf(context: BenchContext, endpoint: EndpointSpec): Promise<EndpointCost> {
  const { operationId, memoryMb } = endpoint;
  const platform = await context.platform();
  const caller = await platform.tenantWithRules(rulesInTenant);
  const callOnce = async () => {
    const request = await preparedCall(operationId, platform, caller);
    return platform.send(caller, toWire(endpoint, request));
  };
  // The first call starts the function: the meter counts the same, but its time is not typical.
  await callOnce();
  const { calls } = await alternate(rounds, { calls: callOnce });
  const [call] = calls;
  if (call === undefined) throw new Error('no call was made');
  const lambdaMs = Math.ceil(median(calls.map(({ elapsedMs }) => elapsedMs)));
  const cost = costPerMillion({ ...call, lambdaMs, lambdaMemoryMb: memoryMb ?? defaultMemoryMb });
  return { operationId, lambdaMs, call, ...cost };
}

const usd = (amount: number): string => `$${amount.toFixed(2)}`;

function describe({ operationId, lambdaMs, call, httpApi, lambda, dynamodb, total }: EndpointCost): string {
  const parts = `HTTP API ${usd(httpApi)} + Lambda ${usd(lambda)} (${lambdaMs} ms) + DynamoDB ${usd(dynamodb)}`;
  return `${operationId.padEnd(24)} ${usd(total).padStart(7)} = ${parts} (${figuresOf(call)})`;
}

async function measure(context: BenchContext): Promise<Measurement> {
  const costs: EndpointCost[] = [];
  const missing: string[] = [];
  // The cost of a connection per hour has a row of its own.
  for (const endpoint of endpoints.filter(({ holdsConnection }) => !holdsConnection)) {
    try {
      costs.push(await costOf(context, endpoint));
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
