import { creation, replayId } from '../../../shared/kernel/http/creation.ts';
import { createTenant } from '../../../shared/modules/identity/directory/tenant-contract.ts';
import * as tenants from '../../../shared/modules/identity/directory/tenant-service.ts';

export const handler = creation(createTenant, tenants.createTenant, replayId);
