import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';

export const getHealth = defineEndpoint({
  ...operation('getHealth', 'GET', '/api/health'),
  module: 'health',
  summary: 'Check that the service is up',
  description: 'Responds to GET and HEAD without credentials and reads no data. Use it for readiness probes.',
  auth: 'none',
  scope: 'none',
  success: returns(
    'The service is up.',
    z.object({
      status: z.literal('ok').check(z.describe('Always `ok`; an unhealthy service does not return 200.')),
      version: z.string().check(z.describe('Version of the deployed code.')),
    }),
  ),
  example: { summary: 'A healthy service', response: { status: 'ok', version: '0.2.0' } },
});
