import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { listTenants } from '../../../shared/modules/identity/directory/tenant-contract.ts';
import * as tenants from '../../../shared/modules/identity/directory/tenant-service.ts';

export const handler = endpoint(listTenants, tenants.listTenants);
