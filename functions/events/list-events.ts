import * as catalogue from '../../shared/events/catalogue-service.ts';
import { listEvents } from '../../shared/events/contract.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(listEvents, async ({ query }) => catalogue.listEvents(query));
