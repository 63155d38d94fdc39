/**
 * The endpoint table: every endpoint of every module, one literal each. From it come the API Gateway routes,
 * one Lambda and one IAM policy per endpoint, the OpenAPI document, the README's table and the contract tests.
 */
import * as docs from './docs/contract.ts';
import * as health from './health/contract.ts';
import type { Endpoint } from './http/contract.ts';
import * as rules from './rules/contract.ts';

/** Keeps what is an endpoint: contracts export their schemas and constants too. */
function endpointsOf(contract: Record<string, unknown>): Endpoint[] {
  return Object.values(contract).filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'operationId' in value,
  );
}

export const endpoints: readonly Endpoint[] = [health, docs, rules].flatMap(endpointsOf);
