import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { capturePayment } from '../../shared/modules/payments/operations/operation-contract.ts';
import * as operations from '../../shared/modules/payments/operations/operation-service.ts';
import { paymentBody } from '../../shared/modules/payments/plain-amount.ts';

export const handler = endpoint(capturePayment, operations.capturePayment, paymentBody);
