/**
 * The endpoint table: every endpoint of every module, one literal each. From it come the API Gateway routes,
 * one Lambda and one IAM policy per endpoint, the OpenAPI document, the README's table and the contract tests.
 */
import * as apiKeys from './api-keys/contract.ts';
import * as attachments from './attachments/contract.ts';
import * as audit from './audit/contract.ts';
import * as auth from './auth/contract.ts';
import * as directory from './directory/contract.ts';
import * as docs from './docs/contract.ts';
import * as entities from './entities/contract.ts';
import * as events from './events/contract.ts';
import * as health from './health/contract.ts';
import type { Endpoint } from './http/contract.ts';
import * as inbound from './inbound/contract.ts';
import * as integrations from './integrations/contract.ts';
import * as notifications from './notifications/contract.ts';
import * as payments from './payments/contract.ts';
import * as progress from './progress/contract.ts';
import * as roles from './roles/contract.ts';
import * as rules from './rules/contract.ts';
import * as scheduler from './scheduler/contract.ts';
import * as sync from './sync/contract.ts';
import * as toggles from './toggles/contract.ts';
import * as users from './users/contract.ts';
import * as webhooks from './webhooks/contract.ts';

/** Keeps what is an endpoint: contracts export their schemas and constants too. */
function endpointsOf(contract: Record<string, unknown>): Endpoint[] {
  return Object.values(contract).filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'operationId' in value,
  );
}

export const endpoints: readonly Endpoint[] = [
  health,
  docs,
  entities,
  attachments,
  events,
  auth,
  webhooks,
  inbound,
  notifications,
  integrations,
  payments,
  sync,
  progress,
  rules,
  scheduler,
  toggles,
  users,
  roles,
  apiKeys,
  directory,
  audit,
].flatMap(endpointsOf);
