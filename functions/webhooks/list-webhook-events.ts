import { endpoint } from '../../shared/http/endpoint.ts';
import { listWebhookEvents as contract } from '../../shared/webhooks/contract.ts';
import { listWebhookEvents } from '../../shared/webhooks/catalogue-service.ts';

export const handler = endpoint(contract, async () => listWebhookEvents());
