import { catalogue } from '../../shared/catalog/catalogue-entries.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listWebhookEvents } from '../../shared/modules/webhooks/endpoints/catalogue-contract.ts';
import * as events from '../../shared/modules/webhooks/endpoints/catalogue-service.ts';

export const handler = endpoint(listWebhookEvents, events.listWebhookEvents(catalogue));
