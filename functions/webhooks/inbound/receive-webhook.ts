import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { rawBody } from '../../../shared/kernel/http/raw-body.ts';
import { receiveWebhook } from '../../../shared/modules/webhooks/inbound/contract.ts';
import * as messages from '../../../shared/modules/webhooks/inbound/receive.ts';

export const handler = endpoint(receiveWebhook, messages.receiveWebhook, rawBody);
