import { endpoint } from '../../shared/http/endpoint.ts';
import { listPayments } from '../../shared/payments/contract.ts';
import { list } from '../../shared/payments/list-service.ts';

export const handler = endpoint(listPayments, ({ scope, query }) => list(scope, query));
