import { hasFeature } from '../../shared/kernel/base/principal.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { checkFeatures } from '../../shared/modules/identity/sessions/contract.ts';

export const handler = endpoint(checkFeatures, async ({ principal, session, body }) => {
  const requested = [...new Set(body.features)];
  const granted = requested.filter((feature) => hasFeature(principal, feature));
  return {
    ok: granted.length === requested.length,
    granted,
    userId: session?.userId ?? principal.subject,
  };
});
