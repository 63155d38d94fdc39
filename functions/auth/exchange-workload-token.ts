import { toIso } from '../../shared/kernel/base/times.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { exchangeWorkloadToken } from '../../shared/modules/identity/workloads/contract.ts';
import * as workloads from '../../shared/modules/identity/workloads/workload-session.ts';

export const handler = endpoint(exchangeWorkloadToken, async ({ body, client, context }) => {
  const { token, expiresAtMs } = await workloads.exchangeWorkloadToken(body, client, context.nowMs);
  return { ok: true as const, token, expiresAt: toIso(expiresAtMs) };
});
