import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listLoggedEvents } from '../../shared/modules/events/log/log-contract.ts';
import * as log from '../../shared/modules/events/log/log-service.ts';

export const handler = endpoint(listLoggedEvents, log.listLoggedEvents);
