import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as domains from '../../shared/modules/email/settings/domain-service.ts';
import { verifyEmailDomain } from '../../shared/modules/email/settings-contract.ts';

export const handler = endpoint(verifyEmailDomain, domains.verifyEmailDomain);
