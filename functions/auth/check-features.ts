import { checkFeatures } from '../../shared/auth/contract.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { hasFeature } from '../../shared/identity/principal.ts';

export const handler = endpoint(checkFeatures, async ({ principal, session, body }) => {
  const asked = [...new Set(body.features)];
  const granted = asked.filter((feature) => hasFeature(principal, feature));
  return {
    ok: granted.length === asked.length,
    granted,
    userId: session?.userId ?? principal.subject,
  };
});
