import { endpoint } from '../../shared/http/endpoint.ts';
import { listPaymentProviders } from '../../shared/payments/contract.ts';
import { listProviders } from '../../shared/payments/provider-service.ts';

export const handler = endpoint(listPaymentProviders, async ({ scope }) => ({
  items: await listProviders(scope),
}));
