/** The endpoint at which a workload exchanges its token for a session. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, alwaysTrue, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { workloadLimits } from './limits.ts';

const tokenExample = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJyZXBvOmFjbWUvc2hvcCJ9.c2lnbmF0dXJl';

export const ExchangeWorkloadToken = z.object({
  tenantId: uuid('Tenant of the key.'),
  keyId: uuid('Id of the key whose `workloads` accept the token.'),
  token: text(workloadLimits.token).check(
    z.meta({
      description: 'The OpenID Connect token of the workload.',
      format: 'password',
      examples: [tokenExample],
    }),
  ),
});
export type ExchangeWorkloadToken = z.infer<typeof ExchangeWorkloadToken>;

export const exchangeWorkloadToken = defineEndpoint({
  module: 'auth',
  auth: 'none',
  scope: 'none',
  errorFields: { ok: false },
  ...operation('exchangeWorkloadToken', 'POST', '/api/auth/session/from-token'),
  summary: 'Exchange the token of a workload for a session',
  description:
    'For CI jobs, pods and AWS roles. One of the workloads of the key must have the issuer, the audience and the ' +
    'subject of the token. The session lasts 15 minutes.',
  body: ExchangeWorkloadToken,
  maxBodyBytes: 16_384,
  success: returns(
    z.object({
      ok: alwaysTrue(),
      token: z.string().check(about('Session token, sent as a bearer token.', tokenExample)),
      expiresAt: timestamp('When the session ends.'),
    }),
  ),
  errors: ['unauthenticated', 'address_forbidden', 'rate_limited', 'unavailable'],
  permissions: { table: ['GetItem', 'UpdateItem', 'PutItem'], limits: 'count' },
  timeoutSeconds: 29,
});
