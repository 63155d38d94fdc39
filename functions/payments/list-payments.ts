import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listPayments } from '../../shared/modules/payments/contract.ts';
import { list } from '../../shared/modules/payments/list-service.ts';

export const handler = endpoint(listPayments, ({ scope, query }) => list(scope, query));
