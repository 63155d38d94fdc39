import * as audit from '../../shared/audit/audit-service.ts';
import { listAuditActions } from '../../shared/audit/contract.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(listAuditActions, ({ scope, principal, query }) =>
  audit.listAuditActions(scope, principal, query, Date.now()),
);
