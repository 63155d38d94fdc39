import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { createPaymentMethodSetup } from '../../shared/modules/payments/methods/method-contract.ts';
import * as setups from '../../shared/modules/payments/methods/setup-service.ts';

export const handler = endpoint(createPaymentMethodSetup, setups.createPaymentMethodSetup);
