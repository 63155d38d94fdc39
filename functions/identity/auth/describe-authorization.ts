import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import * as authorizations from '../../../shared/modules/identity/oauth/authorization-service.ts';
import { describeAuthorization } from '../../../shared/modules/identity/oauth/oauth-contract.ts';

export const handler = endpoint(describeAuthorization, authorizations.describeAuthorization);
