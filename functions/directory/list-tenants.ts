import { listTenants } from '../../shared/directory/contract.ts';
import * as tenants from '../../shared/directory/tenant-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(listTenants, ({ query }) => tenants.listTenants(query));
