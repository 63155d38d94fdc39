import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { verifyEmailDomain } from '../../shared/modules/email/contract.ts';
import { verifyDomain } from '../../shared/modules/email/settings/domain-service.ts';

export const handler = endpoint(verifyEmailDomain, async ({ scope, body, context }) =>
  verifyDomain(scope, body.domain, context),
);
