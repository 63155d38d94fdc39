import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listPaymentProviders } from '../../shared/modules/payments/providers/provider-contract.ts';
import * as providers from '../../shared/modules/payments/providers/provider-service.ts';

export const handler = endpoint(listPaymentProviders, providers.listPaymentProviders);
