import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as statuses from '../../shared/modules/payments/operations/status-service.ts';
import { getPaymentStatus } from '../../shared/modules/payments/state-contract.ts';

export const handler = endpoint(getPaymentStatus, statuses.getPaymentStatus);
