/** Costs of a million requests of each endpoint of a mix in AWS, by the meter. */
import { defaultMemoryMb } from '../../aws/constructs/platform-function.ts';
import { usageOfRequest } from '../platform.ts';
import { type CostPerMillion, costPerMillion } from '../prices.ts';
import { median } from '../statistics.ts';
import type { MixedEndpoint } from './mix.ts';
import { filledIn, type MixedRequest } from './request.ts';

const rounds = 5;

export interface EndpointCost extends CostPerMillion {
  readUnits: number;
  writeUnits: number;
  lambdaMs: number;
}

/** Sends a request once. Throws when the response is not the expected one. */
async function sendOnce(controlUrl: string, request: MixedRequest) {
  const { name, method, expectedStatus } = request;
  const { url, ...sent } = filledIn(request, 0);
  const startMs = performance.now();
  const response = await fetch(url, { method, ...sent });
  const text = await response.text();
  const elapsedMs = performance.now() - startMs;
  if (response.status !== expectedStatus) throw new Error(`${name} returned ${response.status}: ${text}`);
  const usage = await usageOfRequest(controlUrl, response.headers.get('x-request-id') ?? '');
  return { ...usage, elapsedMs };
}

/**
 * Sends each request several times, one after the other, and returns the costs. Asynchronous work that follows is not
 * included.
 */
export async function costsOf(
  controlUrl: string,
  mixed: readonly MixedEndpoint[],
): Promise<Record<string, EndpointCost>> {
  const costs: Record<string, EndpointCost> = {};
  for (const { spec, request } of mixed) {
    // The first request starts the function.
    await sendOnce(controlUrl, request);
    const calls: Awaited<ReturnType<typeof sendOnce>>[] = [];
    for (let round = 0; round < rounds; round++) calls.push(await sendOnce(controlUrl, request));
    const middle = (read: (call: (typeof calls)[number]) => number) => median(calls.map(read));
    const usage = {
      readUnits: middle(({ readUnits }) => readUnits),
      writeUnits: middle(({ writeUnits }) => writeUnits),
      // The fastest one: other work of the machine is not billed.
      lambdaMs: Math.ceil(Math.min(...calls.map(({ elapsedMs }) => elapsedMs))),
    };
    const lambdaMemoryMb = spec.memoryMb ?? defaultMemoryMb;
    costs[request.name] = { ...usage, ...costPerMillion({ ...usage, lambdaMemoryMb }) };
  }
  return costs;
}
