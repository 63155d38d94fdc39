import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { deleteProvider } from '../../../shared/modules/identity/providers/provider-contract.ts';
import * as providers from '../../../shared/modules/identity/providers/provider-service.ts';

export const handler = endpoint(deleteProvider, providers.deleteProvider);
