import { creation, replayId } from '../../../shared/kernel/http/creation.ts';
import { createOrganization } from '../../../shared/modules/identity/directory/organization-contract.ts';
import * as organizations from '../../../shared/modules/identity/directory/organization-service.ts';

export const handler = creation(createOrganization, organizations.createOrganization, replayId);
