import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { rawBody } from '../../shared/kernel/http/raw-body.ts';
import * as events from '../../shared/modules/payments/events/receive.ts';
import { receivePaymentEvent } from '../../shared/modules/payments/providers/provider-contract.ts';

export const handler = endpoint(receivePaymentEvent, events.receivePaymentEvent, rawBody);
