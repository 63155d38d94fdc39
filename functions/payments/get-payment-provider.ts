import { endpoint } from '../../shared/http/endpoint.ts';
import { getPaymentProvider } from '../../shared/payments/contract.ts';
import { getProvider } from '../../shared/payments/provider-service.ts';

export const handler = endpoint(getPaymentProvider, ({ scope, params }) => getProvider(scope, params.key));
