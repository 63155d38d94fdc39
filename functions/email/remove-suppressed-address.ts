import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { removeSuppressedAddress } from '../../shared/modules/email/log-contract.ts';
import * as log from '../../shared/modules/email/log-service.ts';

export const handler = endpoint(removeSuppressedAddress, async ({ scope, body, query, context }) => {
  await log.removeSuppressedAddress(scope, body, query, context);
  return { ok: true as const };
});
