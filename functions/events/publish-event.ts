import { creation } from '../../shared/kernel/http/creation.ts';
import { publishEvent } from '../../shared/modules/events/publish-contract.ts';
import * as events from '../../shared/modules/events/publish-service.ts';

export const handler = creation(publishEvent, events.publishEvent, events.publishedEvent);
