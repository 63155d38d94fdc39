import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { checkProvider } from '../../../shared/modules/identity/providers/provider-check.ts';
import { getProvider } from '../../../shared/modules/identity/providers/provider-contract.ts';
import * as providers from '../../../shared/modules/identity/providers/provider-service.ts';

export const handler = endpoint(getProvider, providers.getProvider(checkProvider));
