import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { verifyDomain } from '../../shared/modules/email/settings/domain-service.ts';
import { verifyEmailDomain } from '../../shared/modules/email/settings-contract.ts';

export const handler = endpoint(verifyEmailDomain, async ({ scope, body, context }) =>
  verifyDomain(scope, body.domain, context),
);
