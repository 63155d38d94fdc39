/**
 * The endpoint table: every endpoint of every module, one literal each. From it come the API Gateway routes,
 * one Lambda and one IAM policy per endpoint, the OpenAPI document, the table in ENDPOINTS.md and the contract tests.
 */

import type { Endpoint } from '../kernel/http/contract.ts';
import * as attachments from '../modules/attachments/contract.ts';
import * as audit from '../modules/audit/contract.ts';
import * as docs from '../modules/docs/contract.ts';
import * as entities from '../modules/entities/contract.ts';
import * as events from '../modules/events/contract.ts';
import * as apiKeys from '../modules/identity/api-keys/contract.ts';
import * as directory from '../modules/identity/directory/contract.ts';
import * as roles from '../modules/identity/roles/contract.ts';
import * as auth from '../modules/identity/sessions/contract.ts';
import * as users from '../modules/identity/users/contract.ts';
import * as integrations from '../modules/integrations/contract.ts';
import * as notifications from '../modules/notifications/contract.ts';
import * as payments from '../modules/payments/contract.ts';
import * as health from '../modules/platform/health/contract.ts';
import * as progress from '../modules/progress/contract.ts';
import * as rules from '../modules/rules/contract.ts';
import * as scheduler from '../modules/scheduler/contract.ts';
import * as sync from '../modules/sync/contract.ts';
import * as toggles from '../modules/toggles/contract.ts';
import * as webhooks from '../modules/webhooks/contract.ts';
import * as inbound from '../modules/webhooks/inbound/contract.ts';

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
