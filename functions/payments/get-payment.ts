import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as payments from '../../shared/modules/payments/list-service.ts';
import { getPayment } from '../../shared/modules/payments/transaction-contract.ts';

export const handler = endpoint(getPayment, payments.getPayment);
