/** Costs of a million requests of an endpoint in AWS, by the meter. */
import type { EndpointSpec } from '../../../shared/kernel/http/endpoint-spec.ts';
import { defaultMemoryMb } from '../../aws/constructs/platform-function.ts';
import type { Call } from './platform.ts';
import { type CostPerMillion, costPerMillion } from './prices.ts';
import { sized } from './size.ts';
import { median } from './statistics.ts';

export interface EndpointCost extends CostPerMillion {
  operationId: string;
  readUnits: number;
  writeUnits: number;
  lambdaMs: number;
}

/**
 * Sends a request several times, one after the other. Asynchronous work that follows is not included. Throws when a
 * call fails.
 */
export async function costOf(
  { operationId, memoryMb: lambdaMemoryMb = defaultMemoryMb }: EndpointSpec,
  callOnce: () => Promise<Call>,
): Promise<EndpointCost> {
  const rounds = sized(5, 1);
  const calls: Call[] = [];
  while (calls.length <= rounds) {
    const call = await callOnce();
    if (call.status >= 400) throw new Error(`returned ${call.status}: ${JSON.stringify(call.body)}`);
    calls.push(call);
  }
  // The first call starts the function: the meter counts the same, but its time is not typical.
  calls.shift();
  const middle = (name: 'readUnits' | 'writeUnits' | 'elapsedMs') => median(calls.map((call) => call[name]));
  const lambdaMs = Math.ceil(middle('elapsedMs'));
  const usage = { readUnits: middle('readUnits'), writeUnits: middle('writeUnits'), lambdaMs };
  return { operationId, ...usage, ...costPerMillion({ ...usage, lambdaMemoryMb }) };
}
