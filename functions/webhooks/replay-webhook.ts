import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { replayWebhook } from '../../shared/modules/webhooks/deliveries/replay-contract.ts';
import * as replays from '../../shared/modules/webhooks/deliveries/replay-service.ts';

export const handler = endpoint(replayWebhook, replays.replayWebhook);
