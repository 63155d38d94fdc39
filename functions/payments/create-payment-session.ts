import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { paymentBody } from '../../shared/modules/payments/plain-amount.ts';
import { createPaymentSession } from '../../shared/modules/payments/sessions/session-contract.ts';
import * as sessions from '../../shared/modules/payments/sessions/session-service.ts';

export const handler = endpoint(createPaymentSession, sessions.createPaymentSession, paymentBody);
