import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { testWebhook } from '../../shared/modules/webhooks/deliveries/delivery-contract.ts';
import * as tests from '../../shared/modules/webhooks/endpoints/test-send.ts';

export const handler = endpoint(testWebhook, tests.testWebhook);
