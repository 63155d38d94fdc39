import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as secrets from '../../shared/modules/webhooks/endpoints/secret-service.ts';
import { rotateWebhookSecret } from '../../shared/modules/webhooks/endpoints/webhook-contract.ts';

export const handler = endpoint(rotateWebhookSecret, secrets.rotateWebhookSecret);
