import { catalogue } from '../../shared/catalog/catalogue-entries.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as events from '../../shared/modules/events/catalogue-service.ts';
import { listEvents } from '../../shared/modules/events/contract.ts';

export const handler = endpoint(listEvents, events.listEvents(catalogue));
