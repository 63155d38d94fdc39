import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as audit from '../../shared/modules/audit/audit-service.ts';
import { listAuditActions } from '../../shared/modules/audit/contract.ts';

export const handler = endpoint(listAuditActions, audit.listAuditActions);
