import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getPaymentProvider } from '../../shared/modules/payments/providers/provider-contract.ts';
import * as providers from '../../shared/modules/payments/providers/provider-service.ts';

export const handler = endpoint(getPaymentProvider, providers.getPaymentProvider);
