import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as catalogue from '../../shared/modules/events/catalogue-service.ts';
import { listEvents } from '../../shared/modules/events/contract.ts';

export const handler = endpoint(listEvents, async ({ query }) => catalogue.listEvents(query));
