import { endpoint } from '../../shared/http/endpoint.ts';
import { testWebhook } from '../../shared/webhooks/contract.ts';
import * as tests from '../../shared/webhooks/test-send.ts';

export const handler = endpoint(testWebhook, async ({ scope, params, body, context }) => ({
  success: true as const,
  delivery: await tests.testWebhook(scope, params.id, body, context),
}));
