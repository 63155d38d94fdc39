import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listWebhookEvents } from '../../shared/modules/webhooks/endpoints/catalogue-contract.ts';
import * as catalogue from '../../shared/modules/webhooks/endpoints/catalogue-service.ts';

export const handler = endpoint(listWebhookEvents, async () => catalogue.listWebhookEvents());
