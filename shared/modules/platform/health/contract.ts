import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about } from '../../../kernel/http/fields.ts';

export const getHealth = defineEndpoint({
  ...operation('getHealth', 'GET', '/api/health'),
  module: 'health',
  summary: 'Check that the service is up',
  description: 'Responds to GET and HEAD without credentials and reads no data. Use it for readiness probes.',
  auth: 'none',
  scope: 'none',
  success: returns(
    z.object({
      status: z.literal('ok').check(about('Always `ok`; an unhealthy service does not return 200.', 'ok')),
      version: z.string().check(about('Version of the deployed code.', '0.2.0')),
    }),
    { description: 'The service is up.' },
  ),
});
