import { endpoint } from '../../shared/http/endpoint.ts';
import * as catalogue from '../../shared/webhooks/catalogue-service.ts';
import { listWebhookEvents } from '../../shared/webhooks/contract.ts';

export const handler = endpoint(listWebhookEvents, async () => catalogue.listWebhookEvents());
