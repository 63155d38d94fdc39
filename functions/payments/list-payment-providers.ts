import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listPaymentProviders } from '../../shared/modules/payments/providers/provider-contract.ts';
import { listProviders } from '../../shared/modules/payments/providers/provider-service.ts';

export const handler = endpoint(listPaymentProviders, async ({ scope }) => ({
  items: await listProviders(scope),
}));
