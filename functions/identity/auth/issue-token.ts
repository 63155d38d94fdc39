import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { formBody } from '../../../shared/kernel/http/form-body.ts';
import { issueToken } from '../../../shared/modules/identity/oauth/oauth-contract.ts';
import * as tokens from '../../../shared/modules/identity/oauth/token-service.ts';

export const handler = endpoint(issueToken, tokens.issueToken, formBody);
