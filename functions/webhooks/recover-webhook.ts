import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { recoverWebhook } from '../../shared/modules/webhooks/deliveries/replay-contract.ts';
import * as replays from '../../shared/modules/webhooks/deliveries/replay-service.ts';

export const handler = endpoint(recoverWebhook, replays.recoverWebhook);
